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

/** Names of options in inputs: a password instead of its internal id, and no cap number, which is internal too. */
type InputName = Exclude<OptionName, "passwordId" | "capNumber"> | "password";
export const inputNames: readonly InputName[] = optionNames
  .map((name) => (name === "passwordId" ? "password" : name))
  .filter((name) => name !== "capNumber");

/** Options as a caller sends them: null and blank texts mean the default, absent options are not changed. */
export type OptionsInput = Readonly<Partial<Record<InputName, unknown>>>;

/** Whether an input contains any option, including null ones. */
export function hasOptions(input: OptionsInput): boolean {
  return inputNames.some((name) => input[name] !== undefined);
}

/** Whether an input may contain local times in the link's current time zone. */
export function needsTimeZone(input: OptionsInput): boolean {
  return input.timeZone === undefined && (["notBefore", "expiresAt", "rules"] as const).some((name) => input[name]);
}

/** Parses options and reports problems; passwords are parsed by {@link readPassword}. */
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

/** Parses a password; null to remove it, undefined if absent or invalid. */
export function readPassword({ password }: OptionsInput, reading: Reading): string | null | undefined {
  return password === undefined ? undefined : orDefault(readPasswordText)(password, "password", reading);
}

/** Accepts any characters without trimming, because spaces are part of the password. */
const readPasswordText: Reader<string> = (value, path, { report }) => {
  const { passwordMin: min, passwordMax: max } = optionLimits;
  if (typeof value === "string" && value.length >= min && value.length <= max) return value;
  report(path, typeof value === "string" ? `Must have ${min} to ${max} characters` : "Must be a string");
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

/** An empty preview means the default. */
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
