import type { ConditionField, ConditionOp, LinkOptionsQuery } from "../../../core/graphql/generated/graphql.ts";
import { timeZone as browserZone } from "../../../core/live/timeZone.ts";
import { grouped, hasTimes, isGroup, newQuestion } from "./conditions.ts";
import { newSplit } from "./newDrafts.ts";
import {
  type ConditionDraft,
  newKey,
  type OptionValues,
  type RuleDraft,
  type SplitDraft,
  type ThenDraft,
} from "./values.ts";
import { timeValue } from "./zonedTime.ts";

/** A link's options as returned by the server. */
export type LinkOptions = Omit<LinkOptionsQuery["link"], "id">;

const defaultStatus = 302;
const defaultZone = "UTC";

/** Converts a link's options to form values; `options` is null for a new link. */
export function optionValues(options: LinkOptions | null): OptionValues {
  const values = valuesIn(options, options?.timeZone ?? defaultZone);
  // A link without any times gets the browser's time zone, for the user who adds one.
  return hasTimes(values) ? values : { ...values, timeZone: browserZone };
}

function valuesIn(options: LinkOptions | null, zone: string): OptionValues {
  const { title, description, imageUrl } = options?.preview ?? {};
  return {
    notBefore: timeValue(options?.notBefore ?? null, zone),
    expiresAt: timeValue(options?.expiresAt ?? null, zone),
    expiredUrl: options?.expiredUrl ?? "",
    maxClicks: String(options?.maxClicks ?? ""),
    maxClicksUrl: options?.maxClicksUrl ?? "",
    timeZone: zone,
    redirectStatus: String(options?.redirectStatus ?? defaultStatus),
    forwardQuery: options?.forwardQuery ?? false,
    forwardQueryMode: options?.forwardQueryMode ?? "theirsWin",
    appendPath: options?.appendPath ?? false,
    hideDestination: options?.hideDestination ?? false,
    allowIndexing: options?.allowIndexing ?? false,
    passClickId: options?.passClickId ?? false,
    preview: { title: title ?? "", description: description ?? "", imageUrl: imageUrl ?? "" },
    hasPassword: options?.hasPassword ?? false,
    password: "",
    removesPassword: false,
    rules: (options?.rules ?? []).map((rule) => ruleDraft(rule, zone)),
    split: options?.split ? splitDraft(options.split) : null,
  };
}

function ruleDraft({ number, name, when, then }: NonNullable<LinkOptions["rules"]>[number], zone: string): RuleDraft {
  const condition = conditionDraft(when, zone);
  const group = isGroup(condition) ? condition : grouped(condition);
  return { key: newKey(), number, name, when: group, then: thenDraft(then) };
}

function thenDraft({ url, split }: NonNullable<LinkOptions["rules"]>[number]["then"]): ThenDraft {
  const kind = url !== null ? "url" : split !== null ? "split" : "blocked";
  return { kind, url: url ?? "", split: split ? splitDraft(split) : newSplit() };
}

function splitDraft({ arms, sticky }: NonNullable<LinkOptions["split"]>): SplitDraft {
  return {
    arms: arms.map(({ number, name, url, weight }) => ({ key: newKey(), number, name, url, weight: String(weight) })),
    sticky,
  };
}

/** A condition as returned by the server; the query determines its depth. */
interface GivenCondition {
  readonly field: ConditionField | null;
  readonly op: ConditionOp | null;
  readonly values: readonly string[] | null;
  readonly name: string | null;
  readonly all?: readonly GivenCondition[] | null;
  readonly any?: readonly GivenCondition[] | null;
  readonly not?: GivenCondition | null;
}

function conditionDraft({ all, any, not, field, op, values, name }: GivenCondition, zone: string): ConditionDraft {
  const key = newKey();
  if (all) return { key, all: all.map((one) => conditionDraft(one, zone)) };
  if (any) return { key, any: any.map((one) => conditionDraft(one, zone)) };
  if (not) return { key, not: conditionDraft(not, zone) };
  if (field === null || op === null) return newQuestion();
  const isTime = field === "before" || field === "after";
  const shown = (values ?? []).map((value) => (isTime ? timeValue(value, zone) : value));
  return { key, field, op, values: shown, name: name ?? "" };
}
