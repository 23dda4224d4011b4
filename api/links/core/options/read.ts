import {
  defaultForwardQueryMode,
  defaultRedirectStatus,
  defaultTimeZone,
  flagNames,
  forwardQueryModes,
  type LinkOptions,
  optionLimits,
  type OptionName,
  optionNames,
  type RedirectStatus,
  redirectStatuses,
} from "@hoplog/schema/links/options/options.js";
import type { OptionDrafts } from "./drafts.ts";
import { readExpiry, readInstant, readTimeZone } from "./instant.ts";
import {
  orDefault,
  type Reader,
  readFields,
  readFlag,
  type Reading,
  readInteger,
  readText,
  readUrl,
} from "./reading.ts";
import { readRules, readSplit } from "./rules.ts";

/** What callers may send of options: a password in place of its id, which is ours alone, as a cap's number is. */
type InputName = Exclude<OptionName, "passwordId" | "capNumber"> | "password";
export const inputNames: readonly InputName[] = optionNames
  .map((name) => (name === "passwordId" ? "password" : name))
  .filter((name) => name !== "capNumber");

/** Options as a caller sends them: null and blank texts stand for the default, what is absent stays. */
export type OptionsInput = Readonly<Partial<Record<InputName, unknown>>>;

/** Whether an input names any option. */
export function hasOptions(input: OptionsInput): boolean {
  return inputNames.some((name) => input[name] !== undefined);
}

/** Whether local times of an input are meant in the time zone that the link has. */
export function needsTimeZone(input: OptionsInput): boolean {
  return input.timeZone === undefined && (["notBefore", "expiresAt", "rules"] as const).some((name) => input[name]);
}

/** Reports everything that can't be taken, and gives the rest; a password is read by {@link readPassword}. */
export function readOptions(input: OptionsInput, given: Reading): OptionDrafts {
  const drafts: { -readonly [K in keyof OptionDrafts]: OptionDrafts[K] } = {};
  const timeZone = readTimeZoneOf(input, given);
  if (timeZone !== undefined) drafts.timeZone = timeZone;
  const reading = { ...given, timeZone: timeZone === undefined ? given.timeZone : (timeZone ?? defaultTimeZone) };
  const read = <T>(name: InputName, reader: Reader<T>): T | null | undefined =>
    input[name] === undefined ? undefined : orDefault(reader)(input[name], name, reading);
  const set = <K extends keyof OptionDrafts>(name: K, draft: OptionDrafts[K]) => {
    if (draft !== undefined) drafts[name] = draft;
  };
  set("notBefore", read("notBefore", readInstant));
  set("expiresAt", read("expiresAt", readExpiry));
  set("expiredUrl", read("expiredUrl", readUrl));
  set("maxClicks", read("maxClicks", readMaxClicks));
  set("maxClicksUrl", read("maxClicksUrl", readUrl));
  set("forwardQueryMode", read("forwardQueryMode", readForwardQueryMode));
  set("redirectStatus", read("redirectStatus", readStatus));
  set("preview", read("preview", readPreview));
  for (const name of flagNames) set(name, read(name, readFlag));
  set("rules", read("rules", readRules));
  set("split", read("split", readSplit));
  return drafts;
}

/** A new password; null to remove it, undefined to leave it alone or where it can't be taken. */
export function readPassword({ password }: OptionsInput, reading: Reading): string | null | undefined {
  return password === undefined ? undefined : orDefault(readPasswordText)(password, "password", reading);
}

/** Any characters, of which none is cut off: blanks are part of it. */
const readPasswordText: Reader<string> = (value, path, { report }) => {
  const { passwordMin: min, passwordMax: max } = optionLimits;
  if (typeof value === "string" && value.length >= min && value.length <= max) return value;
  report(path, typeof value === "string" ? `Must have ${min} to ${max} characters` : "Must be a text");
  return undefined;
};

function readTimeZoneOf({ timeZone }: OptionsInput, reading: Reading): string | null | undefined {
  return timeZone === undefined ? undefined : orDefault(readTimeZone)(timeZone, "timeZone", reading);
}

const readMaxClicks: Reader<number> = (value, path, { report }) =>
  readInteger(value, { min: 1, max: optionLimits.maxClicksMax }, path, report);

const readStatus: Reader<RedirectStatus | null> = (value, path, { report }) => {
  const status = redirectStatuses.find((known) => known === value);
  if (status === undefined) report(path, `Must be one of ${redirectStatuses.join(", ")}`);
  return status === defaultRedirectStatus ? null : status;
};

const readForwardQueryMode: Reader<NonNullable<LinkOptions["forwardQueryMode"]> | null> = (value, path, { report }) => {
  const mode = forwardQueryModes.find((known) => known === value);
  if (mode === undefined) report(path, `Must be one of ${forwardQueryModes.join(", ")}`);
  return mode === defaultForwardQueryMode ? null : mode;
};

/** One without anything in it stands for the default. */
const readPreview: Reader<NonNullable<LinkOptions["preview"]> | null> = (value, path, reading) => {
  const { report } = reading;
  const fields = readFields(value, ["title", "description", "imageUrl"], path, report);
  if (!fields) return undefined;
  const title = readText(fields.title, optionLimits.previewTitleMax, `${path}.title`, report);
  const description = readText(fields.description, optionLimits.previewDescriptionMax, `${path}.description`, report);
  const imageUrl = orDefault(readUrl)(fields.imageUrl ?? null, `${path}.imageUrl`, reading);
  if (title === undefined || description === undefined || imageUrl === undefined) return undefined;
  if (!title && !description && !imageUrl) return null;
  return { ...(title && { title }), ...(description && { description }), ...(imageUrl && { imageUrl }) };
};
