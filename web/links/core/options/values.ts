import type { LinkTextName } from "@hoplog/schema/links/texts.js";
import type { ConditionField, ConditionOp, ForwardQueryMode } from "../../../core/graphql/generated/graphql.ts";

/** Values of a link's form. A blank field means that the link has no value, or the default one. */
export interface LinkFormValues extends OptionValues, Record<LinkTextName, string> {
  name: string;
  originalUrl: string;
  shortUrl: string;
  /** The name of a custom domain; empty for the default domain. */
  domain: string;
  /** ID of the group; empty for none. */
  groupId: string;
  /** Tag names. */
  tags: string[];
}

/** Options of a link in the format of its form. */
export interface OptionValues {
  /** A local time in the link's time zone, in the format of browser inputs; see zonedTime.ts. */
  notBefore: string;
  expiresAt: string;
  expiredUrl: string;
  /** The typed text, not validated. */
  maxClicks: string;
  maxClicksUrl: string;
  timeZone: string;
  redirectStatus: string;
  forwardQuery: boolean;
  forwardQueryMode: ForwardQueryMode;
  appendPath: boolean;
  hideDestination: boolean;
  allowIndexing: boolean;
  passClickId: boolean;
  preview: { title: string; description: string; imageUrl: string };
  /** Whether the link has a password, which the server never returns. */
  hasPassword: boolean;
  /** A new password; empty to keep the present one. */
  password: string;
  removesPassword: boolean;
  rules: RuleDraft[];
  split: SplitDraft | null;
}

/** A list item with a stable React key, which it keeps when it is moved. */
interface Keyed {
  readonly key: string;
}

export interface RuleDraft extends Keyed {
  /** The number that the server has assigned; null for a new item. */
  number: number | null;
  name: string;
  when: GroupDraft;
  then: ThenDraft;
}

export type ThenKind = "url" | "split" | "blocked";

/** Action of a rule, which also keeps the values of kinds that are not selected. */
export interface ThenDraft {
  kind: ThenKind;
  url: string;
  split: SplitDraft;
}

export interface SplitDraft {
  arms: ArmDraft[];
  sticky: boolean;
}

export interface ArmDraft extends Keyed {
  /** The number that the server has assigned; null for a new item. */
  number: number | null;
  name: string;
  url: string;
  /** The typed text, not validated. */
  weight: string;
}

export type ConditionDraft = GroupDraft | QuestionDraft;

export type GroupDraft = AllDraft | AnyDraft | NotDraft;
export type AllDraft = Keyed & { all: ConditionDraft[] };
export type AnyDraft = Keyed & { any: ConditionDraft[] };
export type NotDraft = Keyed & { not: ConditionDraft };

export interface QuestionDraft extends Keyed {
  field: ConditionField;
  op: ConditionOp;
  /** The values; instants are local times, as in the schedule. */
  values: string[];
  /** The query parameter's name; only used by the field `query`. */
  name: string;
}

let keys = 0;

export function newKey(): string {
  keys += 1;
  return `k${keys}`;
}

/** Copies of the schema's limits, whose module would import zod. A test compares them. */
export const optionLimits = {
  rules: 32,
  armsMin: 2,
  armsMax: 10,
  weightMax: 1000,
  nameMax: 100,
  titleMax: 200,
  descriptionMax: 500,
  passwordMin: 4,
  passwordMax: 128,
  maxClicksMax: 1_000_000_000,
  depth: 3,
  conditions: 64,
  values: 100,
  valueMax: 200,
} as const;
