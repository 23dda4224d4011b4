import type { ConditionInput, UpdateLinkInput } from "../../../core/graphql/generated/graphql.ts";
import { hasTimes } from "./conditions.ts";
import type { ConditionDraft, OptionValues, RuleDraft, SplitDraft } from "./values.ts";
import { wholeNumber } from "./wholeNumber.ts";
import { instantOf } from "./zonedTime.ts";

/** Options in the mutation's input; null clears an option. */
export type OptionsInput = Omit<UpdateLinkInput, "name" | "originalUrl" | "shortUrl" | "groupId">;

/** Returns the options that differ from `before`; omitted options keep their value. */
export function changedOptions(before: OptionValues, after: OptionValues): OptionsInput {
  const [from, to] = [optionsInput(before), optionsInput(after)];
  return only(to, (name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]));
}

/** Returns the wanted options, even if they are unchanged. */
export function chosenOptions(values: OptionValues, isWanted: (name: keyof OptionsInput) => boolean): OptionsInput {
  return only(optionsInput(values), isWanted);
}

function only(all: OptionsInput, isWanted: (name: keyof OptionsInput) => boolean): OptionsInput {
  const wanted: OptionsInput = {};
  if (isWanted("notBefore")) wanted.notBefore = all.notBefore;
  if (isWanted("expiresAt")) wanted.expiresAt = all.expiresAt;
  if (isWanted("expiredUrl")) wanted.expiredUrl = all.expiredUrl;
  if (isWanted("maxClicks")) wanted.maxClicks = all.maxClicks;
  if (isWanted("maxClicksUrl")) wanted.maxClicksUrl = all.maxClicksUrl;
  if (isWanted("timeZone")) wanted.timeZone = all.timeZone;
  if (isWanted("redirectStatus")) wanted.redirectStatus = all.redirectStatus;
  if (isWanted("forwardQuery")) wanted.forwardQuery = all.forwardQuery;
  if (isWanted("forwardQueryMode")) wanted.forwardQueryMode = all.forwardQueryMode;
  if (isWanted("appendPath")) wanted.appendPath = all.appendPath;
  if (isWanted("hideDestination")) wanted.hideDestination = all.hideDestination;
  if (isWanted("allowIndexing")) wanted.allowIndexing = all.allowIndexing;
  if (isWanted("passClickId")) wanted.passClickId = all.passClickId;
  if (isWanted("preview")) wanted.preview = all.preview;
  if (isWanted("password")) wanted.password = all.password;
  if (isWanted("rules")) wanted.rules = all.rules;
  if (isWanted("split")) wanted.split = all.split;
  return wanted;
}

function optionsInput(values: OptionValues): OptionsInput {
  const zone = values.timeZone;
  const [title, description, imageUrl] = [
    orNull(values.preview.title),
    orNull(values.preview.description),
    orNull(values.preview.imageUrl),
  ];
  const hasPreview = title !== null || description !== null || imageUrl !== null;
  return {
    notBefore: timeInput(values.notBefore, zone),
    expiresAt: timeInput(values.expiresAt, zone),
    expiredUrl: orNull(values.expiredUrl),
    maxClicks: countInput(values.maxClicks),
    maxClicksUrl: orNull(values.maxClicksUrl),
    timeZone: hasTimes(values) ? zone : null,
    redirectStatus: Number(values.redirectStatus),
    forwardQuery: values.forwardQuery,
    forwardQueryMode: values.forwardQueryMode,
    appendPath: values.appendPath,
    hideDestination: values.hideDestination,
    allowIndexing: values.allowIndexing,
    passClickId: values.passClickId,
    preview: hasPreview ? { title, description, imageUrl } : null,
    ...passwordInput(values),
    rules: rulesInput(values),
    split: values.split && splitInput(values.split),
  };
}

/** The password is not trimmed, because spaces are part of it. */
function passwordInput({ password, removesPassword }: OptionValues): Pick<OptionsInput, "password"> {
  if (removesPassword) return { password: null };
  return password === "" ? {} : { password };
}

/** Converts the rules to the mutation's input; null if there are none. */
export function rulesInput({ rules, timeZone }: OptionValues): OptionsInput["rules"] {
  return rules.length === 0 ? null : rules.map((rule) => ruleInput(rule, timeZone));
}

/**
 * Returns the instant of a local time; null if blank. An invalid time is sent unchanged, so that the server rejects it.
 */
function timeInput(value: string, zone: string): string | null {
  return value === "" ? null : (instantOf(value, zone) ?? value);
}

/** Returns the number in a text; null if blank. An invalid number is sent as 0, which the server rejects. */
function countInput(value: string): number | null {
  return value.trim() === "" ? null : (wholeNumber(value) ?? 0);
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** Returns the server's number of an existing item; new items have none. */
function numberInput(number: number | null): { number?: number } {
  return number === null ? {} : { number };
}

function ruleInput({ number, name, when, then }: RuleDraft, zone: string): NonNullable<OptionsInput["rules"]>[number] {
  const to =
    then.kind === "url"
      ? { url: then.url.trim() }
      : then.kind === "split"
        ? { split: splitInput(then.split) }
        : { blocked: true };
  return { ...numberInput(number), name: name.trim(), when: conditionInput(when, zone), then: to };
}

function splitInput({ arms, sticky }: SplitDraft): NonNullable<OptionsInput["split"]> {
  return {
    arms: arms.map(({ number, name, url, weight }) => ({
      ...numberInput(number),
      name: name.trim(),
      url: url.trim(),
      weight: Number(weight),
    })),
    sticky,
  };
}

function conditionInput(condition: ConditionDraft, zone: string): ConditionInput {
  if ("all" in condition) return { all: condition.all.map((one) => conditionInput(one, zone)) };
  if ("any" in condition) return { any: condition.any.map((one) => conditionInput(one, zone)) };
  if ("not" in condition) return { not: conditionInput(condition.not, zone) };
  const { field, op, values, name } = condition;
  const isTime = field === "before" || field === "after";
  return {
    field,
    op,
    values: op === "exists" ? [] : values.map((value) => (isTime ? (timeInput(value, zone) ?? "") : value)),
    ...(field === "query" && { name: name.trim() }),
  };
}
