import type { ConditionInput, UpdateLinkInput } from "../../graphql/generated/graphql.ts";
import { hasTimes } from "./conditions.ts";
import type { ConditionDraft, OptionValues, RuleDraft, SplitDraft } from "./values.ts";
import { wholeNumber } from "./wholeNumber.ts";
import { instantOf } from "./zonedTime.ts";

/** Options as they are sent; null clears. */
export type OptionsInput = Omit<UpdateLinkInput, "name" | "originalUrl" | "shortUrl" | "groupId">;

/** What differs from `before`: what is not sent stays as it is. */
export function changedOptions(before: OptionValues, after: OptionValues): OptionsInput {
  const [from, to] = [optionsInput(before), optionsInput(after)];
  const differs = (name: keyof OptionsInput) => JSON.stringify(from[name]) !== JSON.stringify(to[name]);
  const changed: OptionsInput = {};
  if (differs("notBefore")) changed.notBefore = to.notBefore;
  if (differs("expiresAt")) changed.expiresAt = to.expiresAt;
  if (differs("expiredUrl")) changed.expiredUrl = to.expiredUrl;
  if (differs("maxClicks")) changed.maxClicks = to.maxClicks;
  if (differs("maxClicksUrl")) changed.maxClicksUrl = to.maxClicksUrl;
  if (differs("timeZone")) changed.timeZone = to.timeZone;
  if (differs("redirectStatus")) changed.redirectStatus = to.redirectStatus;
  if (differs("forwardQuery")) changed.forwardQuery = to.forwardQuery;
  if (differs("appendPath")) changed.appendPath = to.appendPath;
  if (differs("hideDestination")) changed.hideDestination = to.hideDestination;
  if (differs("allowIndexing")) changed.allowIndexing = to.allowIndexing;
  if (differs("passClickId")) changed.passClickId = to.passClickId;
  if (differs("preview")) changed.preview = to.preview;
  if (differs("password")) changed.password = to.password;
  if (differs("rules")) changed.rules = to.rules;
  if (differs("split")) changed.split = to.split;
  return changed;
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

/** As it was typed: blanks are part of it. */
function passwordInput({ password, removesPassword }: OptionValues): Pick<OptionsInput, "password"> {
  if (removesPassword) return { password: null };
  return password === "" ? {} : { password };
}

/** The rules as they are sent; null for none. */
export function rulesInput({ rules, timeZone }: OptionValues): OptionsInput["rules"] {
  return rules.length === 0 ? null : rules.map((rule) => ruleInput(rule, timeZone));
}

/** What can't be read is sent as it is, so that the server says so. */
function timeInput(value: string, zone: string): string | null {
  return value === "" ? null : (instantOf(value, zone) ?? value);
}

/** What is no number is 0, which is not allowed. */
function countInput(value: string): number | null {
  return value.trim() === "" ? null : (wholeNumber(value) ?? 0);
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

/** The server's number of what is there already; what is new has none. */
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
