import type { LinkInput } from "../../links/input.ts";
import { inputNames } from "../../links/options/read.ts";
import { isFilled } from "./fields.ts";
import { lost, type Loss } from "./sourceLink.ts";

/** What our exports show of options beside those that can be set. */
const shownOnly: readonly string[] = ["hasPassword", "visitsLeft"];

/** Options of one of our own exports. A password in the clear would be kept with the row: it is left out. */
export function readOwnOptions(options: Readonly<Record<string, unknown>>): {
  readonly input: LinkInput;
  readonly hasPassword: boolean;
  readonly losses: readonly Loss[];
} {
  const names = inputNames.filter((name) => name !== "password" && options[name] !== undefined);
  const known = new Set<string>([...inputNames, ...shownOnly]);
  const unknown = Object.keys(options).filter((name) => !known.has(name) && isFilled(options[name]));
  return {
    input: Object.fromEntries(names.map((name) => [name, options[name]])),
    hasPassword: options["hasPassword"] === true || options["password"] !== undefined,
    losses: [
      ...unknown.flatMap((name) => lost("options", `Option ${name.slice(0, 200)} is not known`, true)),
      ...lost("restriction", "Its clicks are used up: the link is switched off", options["visitsLeft"] === 0),
    ],
  };
}
