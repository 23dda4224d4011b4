import type { ColumnUse } from "@hoplog/schema/imports/columns.js";
import { type ColumnPlan, mayClose } from "./columnPlan.ts";
import { type Cell, type Fields, fieldsOf, shownName } from "./fields.ts";
import { quoted } from "./restrictions.ts";
import type { Loss, Reader, SourceLink } from "./sourceLink.ts";

/** Reads one record of a source, and lists its columns that nothing reads. Throws LongText. */
export function readLink(
  { read, flatten }: Reader,
  plan: ColumnPlan,
  record: Readonly<Record<string, unknown>>,
): SourceLink {
  const fields = fieldsOf(flatten?.(record) ?? record, plan);
  const link = read(fields);
  return { ...link, losses: [...link.losses, ...unreadLosses(fields, plan), ...surplusLosses(fields, link)] };
}

function unreadLosses({ unread }: Fields, plan: ColumnPlan): Loss[] {
  return unread.flatMap((cell): Loss[] => {
    if (mayClose(plan, cell.name) && saysSomething(cell)) return [closing(cell)];
    return isOff(cell) ? [] : [unreadLoss(cell)];
  });
}

function unreadLoss(cell: Cell): Loss {
  // Columns without a name are called by their number.
  const name = /^column \d/i.test(cell.name) ? quoted(cell) : `Column ${quoted(cell)}`;
  return { kind: "column", message: `${name} is not read` };
}

/** Its value may be a password: it is left out. */
function closing({ name }: Cell): Loss {
  return {
    kind: "restriction",
    message: `Column ${shownName(name)} is not read and may restrict the link: it is switched off`,
  };
}

/** What an API says of what a link doesn't have. */
function isOff({ value }: Cell): boolean {
  return value === false || value === 0;
}

function saysSomething(cell: Cell): boolean {
  return !isOff(cell) || /active|enabled|status|state/i.test(cell.name);
}

/** Uses of which a link has one value. */
const singleUses: readonly ColumnUse[] = ["destination", "title", "note", "group", "externalId", "createdAt"];
const restricting: readonly ColumnUse[] = ["expiry", "notBefore", "clickLimit"];

/** Of several filled columns of one use the first counts; others are reported unless the link has their value anyway. */
function surplusLosses(fields: Fields, { input }: SourceLink): Loss[] {
  const others = (use: ColumnUse) => {
    const [first, ...rest] = fields.cells(use);
    return rest.filter(({ text }) => text !== "" && text !== first?.text && !Object.values(input).includes(text));
  };
  return [...restricting.flatMap(others).map(closing), ...singleUses.flatMap(others).map(unreadLoss)];
}
