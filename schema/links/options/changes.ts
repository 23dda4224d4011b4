import { applyChange, changeOf } from "../../changes.ts";
import { type LinkOptions, linkOptionsSchema, type OptionChanges, type OptionsChanged } from "./options.ts";

export function applyOptions(options: LinkOptions, changed: OptionsChanged): LinkOptions {
  return applyChange(options, changed);
}

/** Returns the old and new values of changed options; null if nothing changes. */
export function optionsChanged(options: LinkOptions, changes: OptionChanges): OptionsChanged | null {
  return changeOf(linkOptionsSchema, options, changes);
}
