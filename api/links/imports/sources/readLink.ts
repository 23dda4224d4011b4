import type { ColumnUse } from "@hoplog/schema/imports/columns.js";
import { type ColumnPlan, mayClose } from "./columnPlan.ts";
import { type Cell, type Fields, fieldsOf, shownName } from "./fields.ts";
import { quoted } from "./restrictions.ts";
import type { Loss, Reader, SourceLink } from "./sourceLink.ts";

/** Reads one record of a source, and reports its unused columns. Throws LongText. */
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
    if (mayClose(plan, cell.name) && isFilled(cell)) return [closing(cell)];
    return isOff(cell) ? [] : [unreadLoss(cell)];
  });
}

function unreadLoss(cell: Cell): Loss {
  // Columns without a name are identified by number.
  const name = /^column \d/i.test(cell.name) ? quoted(cell) : `Column ${quoted(cell)}`;
  return { kind: "column", message: `${name} is not imported` };
}

/** Returns the loss of a column that may restrict the link, without the value, which may be a password. */
function closing({ name }: Cell): Loss {
  return {
    kind: "restriction",
    message: `Column ${shownName(name)} is not imported and may restrict the link, so the link is created inactive`,
  };
}

/** Whether the cell's value, false or 0, means that a feature is not used. */
function isOff({ value }: Cell): boolean {
  return value === false || value === 0;
}

function isFilled(cell: Cell): boolean {
  return !isOff(cell) || /active|enabled|status|state/i.test(cell.name);
}

/** Uses with a single value per link. */
const singleUses: readonly ColumnUse[] = ["destination", "title", "note", "group", "externalId", "createdAt"];
const restricting: readonly ColumnUse[] = ["expiry", "notBefore", "clickLimit"];

/**
 * Reports surplus columns. Only the first filled column of a use is imported; others are reported unless their value is
 * part of the link anyway.
 */
function surplusLosses(fields: Fields, { input }: SourceLink): Loss[] {
  const others = (use: ColumnUse) => {
    const [first, ...rest] = fields.cells(use);
    return rest.filter(({ text }) => text !== "" && text !== first?.text && !Object.values(input).includes(text));
  };
  return [...restricting.flatMap(others).map(closing), ...singleUses.flatMap(others).map(unreadLoss)];
}
