import type { LinkInput } from "../../core/linkChanges.ts";
import { inputNames } from "../../core/options/read.ts";
import { hasLongText } from "../../../kernel/calls/jsonBounds.ts";
import { plain } from "./columnPlan.ts";
import { type Fields, isFilled, isRecord, LongText } from "./fields.ts";
import { parseJson } from "./parseJson.ts";
import { quoted } from "./restrictions.ts";
import { lost, type Loss } from "./sourceLink.ts";

/** Options that our exports contain but callers can't set. */
const shownOnly: readonly string[] = ["hasPassword", "visitsLeft"];

interface OwnOptions {
  readonly input: LinkInput;
  readonly hasPassword: boolean;
  readonly losses: readonly Loss[];
}

/** Reads the column `options` of our own exports, an object or its JSON. Throws LongText. */
export function ownOptionsIn(fields: Fields): OwnOptions {
  const cell = fields.cells("options").find(({ name }) => plain(name) === "options");
  if (!cell) return readOwnOptions({});
  const parsed = typeof cell.value === "string" ? parseJson(cell.value) : cell.value;
  if (hasLongText(parsed)) throw new LongText();
  if (isRecord(parsed)) return readOwnOptions(parsed);
  const message = `${quoted(cell)} can't be read and may restrict the link, so the link is created inactive`;
  return { input: {}, hasPassword: false, losses: [{ kind: "restriction", message }] };
}

/** Reads options, but omits a plaintext password, which would be stored with the row. */
function readOwnOptions(options: Readonly<Record<string, unknown>>): OwnOptions {
  const names = inputNames.filter((name) => name !== "password" && options[name] !== undefined);
  const known = new Set<string>([...inputNames, ...shownOnly]);
  const unknown = Object.keys(options).filter((name) => !known.has(name) && isFilled(options[name]));
  return {
    input: Object.fromEntries(names.map((name) => [name, options[name]])),
    hasPassword: options["hasPassword"] === true || options["password"] !== undefined,
    losses: [
      ...unknown.flatMap((name) => lost("options", `The option ${name.slice(0, 200)} is unknown`, true)),
      ...lost("restriction", "The click limit is reached: the link is created inactive", options["visitsLeft"] === 0),
    ],
  };
}
