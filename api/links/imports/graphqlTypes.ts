import type { ErrorType } from "@hoplog/schema/errors.js";
import type { ChosenUse, ColumnUse, DateOrder } from "@hoplog/schema/imports/columns.js";
import { type ImportSource, importSourceNames, type LossKind } from "@hoplog/schema/imports/sources.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { ImportColumn } from "./columns.ts";
import type { ImportOutcome, ImportRow, ImportState, LinkImport, RowFilter, Verdict, VisitsState } from "./import.ts";

export const SourceType = enumType<ImportSource>("ImportSource", "Where links are imported from", importSourceNames);
const StateType = enumType<ImportState>("ImportState", "How far an import is", {
  reading: "Its file comes, or its source is asked, and is read",
  ready: "All is read, and nothing is made yet",
  running: "Its links are made",
  done: "All of it was tried",
  cancelled: "Ended by somebody; what was made stays",
  failed: "It can't be read",
});
const VisitsStateType = enumType<VisitsState>("ImportVisitsState", "How far the visits of imported links are", {
  none: "There are none, or the links are not made yet",
  running: "They come",
  done: "They have come",
  failed: "Given up: they took too long",
  cancelled: "Ended by somebody; those that have come stay",
});
const LossKindType = enumType<LossKind>("ImportLossKind", "What of a link can't come along", {
  password: "Its password: it is switched off until it gets one here",
  restriction: "A restriction that can't be read or stored: it is switched off",
  column: "A column that nothing reads",
  code: "Its code, which is taken or can't be one here",
  domain: "Its domain, which isn't the workspace's",
  rules: "Rules that links here don't have",
  options: "Options that links here don't have",
  tags: "Tags that can't be ones here",
  text: "The rest of a text that is too long",
  group: "Its group",
  date: "A date that can't be read",
  visits: "What is to be known of its visits beside how many there were",
});
const VerdictType = enumType<Verdict>("ImportVerdict", "What becomes of a row", {
  create: "A link is made",
  exists: "Its link was imported before",
  rejected: "No link can be made",
});
const OutcomeType = enumType<ImportOutcome>("ImportOutcome", "What has become of a row", {
  done: "A link was made",
  unchanged: "Its link was there",
  failed: "No link could be made",
});
export const RowFilterType = enumType<RowFilter>("ImportRowFilter", "Which rows of an import are asked for", {
  all: "All of them",
  losses: "Those that lose something",
  rejected: "Those of which no link can be made",
  failed: "Those of which no link could be made",
});

const chosen = {
  code: "Its code, or a short URL that has it",
  destination: "Where it leads",
  title: "Its name",
  tags: "Its tags",
  expiry: "When it expires",
  password: "Whether it has a password: such a link is created switched off",
  state: "Whether it is switched on",
  ignore: "Nothing: the column is not reported as lost",
};
const ChosenUseType = enumType<ChosenUse>("ChosenColumnUse", "What a column can be chosen for", chosen);
const ColumnUseType = enumType<ColumnUse>("ImportColumnUse", "What a column says of a link", {
  ...chosen,
  link: "Its short URL",
  domain: "Its domain",
  id: "Its id at the source",
  externalId: "Its external id",
  note: "Its note",
  group: "Its group",
  createdAt: "When it was created",
  notBefore: "When it begins",
  expiredUrl: "Where it leads once it has expired",
  clickLimit: "How many clicks it may get",
  archived: "Whether it is archived",
  favourite: "Whether it is a favourite",
  clicks: "How many clicks it had",
  redirectType: "The status of its redirects",
  forwardQuery: "Whether it passes query parameters on",
  indexing: "Whether search engines may list it",
  rules: "Its rules and split",
  preview: "Its preview",
  options: "Further options",
});

const DateOrderType = enumType<DateOrder>("DateOrder", "Which number of a date such as 03/04/2024 is the day", {
  dayFirst: "The first one",
  monthFirst: "The second one",
});

@InputType({ description: "What a column is read as" })
class ColumnChoiceInput {
  @Field(() => String, { description: "The column's name" })
  name!: string;

  @Field(() => ChosenUseType, { description: "What it is read as" })
  use!: ChosenUse;
}

@InputType({ description: "What to change of an import that is ready" })
export class UpdateLinkImportInput {
  @Field(() => [ColumnChoiceInput], {
    nullable: true,
    description: "All choices; a column without one is read as its name says. Null: they stay",
  })
  columns?: readonly ColumnChoiceInput[] | null;

  @Field(() => DateOrderType, { nullable: true, description: "Which number of a date is the day. Null: it stays" })
  dates?: DateOrder | null;

  @Field(() => String, { nullable: true, description: "Ids of links are unique within it. Null: it stays" })
  name?: string | null;
}

@ObjectType("ImportColumn", { description: "A column of an imported file, or a field of its objects" })
class ColumnType implements ImportColumn {
  @Field(() => String, { description: "Its name" })
  name!: string;

  @Field(() => ColumnUseType, { nullable: true, description: "What it is read as; null: nothing reads it" })
  use!: ColumnUse | null;

  @Field(() => Boolean, { description: "Its use was chosen, not recognised by its name" })
  isChosen!: boolean;

  @Field(() => Int, { description: "Rows in which it is filled" })
  filled!: number;

  @Field(() => Boolean, {
    description: "Nothing reads it, and it may restrict links: they are created switched off where it is filled",
  })
  closes!: boolean;
}

@InputType({ description: "How a source is asked for its links" })
class ImportApiInput {
  @Field(() => String, { nullable: true, description: "Of what you run yourself; null: where the service is" })
  address?: string | null;

  @Field(() => String, { description: "Kept encrypted until all is read, and in no answer" })
  key!: string;
}

@InputType({ description: "Where links are to be imported from" })
export class CreateLinkImportInput {
  @Field(() => SourceType, { description: "Whose file it is" })
  source!: ImportSource;

  @Field(() => String, { nullable: true, description: "To be shown" })
  fileName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Ids of links are unique within it; null: the file's name, or the source's host",
  })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Where links go whose domain isn't one of the workspace's; null: where its new links go",
  })
  domain?: string | null;

  @Field(() => ImportApiInput, { nullable: true, description: "Instead of a file: the source is asked, page by page" })
  api?: ImportApiInput | null;
}

@ObjectType("ImportLossCount", { description: "How many links of an import lose something of a kind" })
class LossCountType {
  @Field(() => LossKindType, { description: "What they lose" })
  kind!: LossKind;

  @Field(() => Int, { description: "How many links" })
  links!: number;
}

@ObjectType("ImportLoss", { description: "What of a link can't come along" })
class LossType {
  @Field(() => LossKindType, { description: "What kind of thing it is" })
  kind!: LossKind;

  @Field(() => String, { description: "Fit to be shown to people" })
  message!: string;
}

@ObjectType("LinkImport", { description: "An import of links of another service" })
export class LinkImportType implements Omit<LinkImport, "ownerId"> {
  @Field(() => GraphQLUUID, { description: "Identifier of the import" })
  id!: string;

  @Field(() => SourceType, { description: "Where the links come from" })
  source!: ImportSource;

  @Field(() => String, { nullable: true, description: "As it was given" })
  fileName!: string | null;

  @Field(() => String, {
    description: "The file, host or source unless another was given: ids of links are unique within it",
  })
  name!: string;

  @Field(() => [ColumnType], { description: "Columns of the file, or fields of its objects, as far as it is read" })
  columns!: LinkImport["columns"];

  @Field(() => DateOrderType, { nullable: true, description: "Which number of a date is the day; null: not chosen" })
  dates!: DateOrder | null;

  @Field(() => [String], { description: "What is odd about the file or its columns as a whole" })
  warnings!: LinkImport["warnings"];

  @Field(() => StateType, { description: "How far it is" })
  state!: ImportState;

  @Field(() => Int, { description: "Rows that were read" })
  total!: number;

  @Field(() => Int, { description: "Links that are made, or were" })
  toCreate!: number;

  @Field(() => Int, { description: "Links that an import has made before" })
  existing!: number;

  @Field(() => Int, { description: "Rows of which nothing can be made" })
  rejected!: number;

  @Field(() => [LossCountType], { description: "How many links lose what" })
  losses!: LinkImport["losses"];

  @Field(() => Int, { description: "Links that it has made" })
  done!: number;

  @Field(() => Int, { description: "Links that could not be made after all" })
  failed!: number;

  @Field(() => String, { nullable: true, description: "Why its file can't be read" })
  problem!: string | null;

  @Field(() => VisitsStateType, { description: "How far the visits are, which come once the links are made" })
  visitsState!: VisitsState;

  @Field(() => Int, { description: "Links whose visits come along" })
  visitsLinks!: number;

  @Field(() => Int, { description: "Of them, those that have theirs" })
  visitsDone!: number;

  @Field(() => Float, { description: "Visits that have come" })
  visitsImported!: number;

  @Field(() => String, {
    nullable: true,
    description: "Why the source isn't asked any more: the rest come as numbers alone",
  })
  visitsProblem!: string | null;

  @Field(() => GraphQLDateTime, { description: "When it was begun" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was over" })
  endedAt!: Date | null;
}

@ObjectType("ImportRowError", { description: "Why nothing was made of a row" })
class RowErrorType {
  @Field(() => String, { description: "As of errors: VALIDATION_ERROR and so on" })
  type!: ErrorType;

  @Field(() => String, { description: "Fit to be shown to people" })
  message!: string;
}

@ObjectType("ImportRow", { description: "What becomes of one row of a file, and has become of it" })
export class ImportRowType implements ImportRow {
  @Field(() => Int, { description: "Its place in the import, from 1" })
  position!: number;

  @Field(() => Int, { description: "Its row in the file; the heading is one too" })
  row!: number;

  @Field(() => String, { description: "The link's name" })
  name!: string;

  @Field(() => String, { description: "Where it leads" })
  originalUrl!: string;

  @Field(() => String, { nullable: true, description: "Null: the link gets a new one" })
  shortUrl!: string | null;

  @Field(() => VerdictType, { description: "What becomes of it" })
  verdict!: Verdict;

  @Field(() => [LossType], { description: "What can't come along" })
  losses!: ImportRow["losses"];

  @Field(() => OutcomeType, { nullable: true, description: "Null: not yet; of an import that is over: never" })
  outcome!: ImportOutcome | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link, once there is one" })
  linkId!: string | null;

  @Field(() => RowErrorType, { nullable: true, description: "Why nothing was made of it" })
  error!: ImportRow["error"];
}
