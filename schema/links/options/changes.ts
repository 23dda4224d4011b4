import { isDeepStrictEqual } from "node:util";
import {
  type LinkOptions,
  linkOptionsSchema,
  type OptionChanges,
  type OptionName,
  optionNames,
  type OptionsChanged,
} from "./options.ts";

/** The options after a change. */
export function applyOptions(options: LinkOptions, { from, to }: OptionsChanged): LinkOptions {
  const kept = Object.entries(options).filter(([name]) => !(name in from));
  return { ...Object.fromEntries(kept), ...to };
}

/** Null for changes that change nothing. */
export function optionsChanged(options: LinkOptions, changes: OptionChanges): OptionsChanged | null {
  const changed = optionNames.filter(
    (name) => changes[name] !== undefined && !isDeepStrictEqual(changes[name] ?? undefined, options[name]),
  );
  return changed.length === 0 ? null : { from: pick(options, changed), to: pick(changes, changed) };
}

function pick(options: OptionChanges, names: readonly OptionName[]): LinkOptions {
  const entries = names.flatMap((name) => ((options[name] ?? null) === null ? [] : [[name, options[name]] as const]));
  return linkOptionsSchema.parse(Object.fromEntries(entries));
}
