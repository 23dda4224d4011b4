import type { LinkTextName } from "@hoplog/schema/links/texts.js";
import type { ConditionField, ConditionOp, ForwardQueryMode } from "../../../core/graphql/generated/graphql.ts";

/** What the form of a link holds. What is blank is as by default; a text that is empty is none. */
export interface LinkFormValues extends OptionValues, Record<LinkTextName, string> {
  name: string;
  originalUrl: string;
  shortUrl: string;
  /** The name of a domain of one's own; empty for the default one. */
  domain: string;
  /** Empty for no group. */
  groupId: string;
  /** Names. */
  tags: string[];
}

/** The options of a link as its form holds them. */
export interface OptionValues {
  /** A local time in the link's time zone, as the browser's input has it: see zonedTime.ts. */
  notBefore: string;
  expiresAt: string;
  expiredUrl: string;
  /** As it was typed. */
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
  /** Whether the link has one; what it is nobody knows. */
  hasPassword: boolean;
  /** A new one; empty to leave it as it is. */
  password: string;
  removesPassword: boolean;
  rules: RuleDraft[];
  split: SplitDraft | null;
}

/** What is in a list has a key of its own, which it keeps when it is moved. */
interface Keyed {
  readonly key: string;
}

export interface RuleDraft extends Keyed {
  /** The server's; null for a new one. */
  number: number | null;
  name: string;
  when: GroupDraft;
  then: ThenDraft;
}

export type ThenKind = "url" | "split" | "blocked";

/** Keeps what was typed for the other kinds while one of them is chosen. */
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
  /** The server's; null for a new one. */
  number: number | null;
  name: string;
  url: string;
  /** As it was typed. */
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
  /** Instants are local times, as in the schedule. */
  values: string[];
  /** The parameter's name, of query alone. */
  name: string;
}

let keys = 0;

export function newKey(): string {
  keys += 1;
  return `k${keys}`;
}

/** Schema's limits of rules: that module would bring zod along. A test compares them. */
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
