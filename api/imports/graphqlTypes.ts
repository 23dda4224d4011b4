import type { ErrorType } from "@hoplog/schema/errors.js";
import { importSources, type ImportSource, lossKinds, type LossKind } from "@hoplog/schema/imports/sources.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType, registerEnumType } from "type-graphql";
import {
  importOutcomes,
  type ImportOutcome,
  type ImportRow,
  importStates,
  type ImportState,
  type LinkImport,
  rowFilters,
  verdicts,
  type Verdict,
} from "./import.ts";

function enumOf(name: string, description: string, values: readonly string[]) {
  const type: Readonly<Record<string, string>> = Object.fromEntries(
    values.map((value) => [value.toUpperCase(), value]),
  );
  registerEnumType(type, { name, description });
  return type;
}

export const SourceType = enumOf("ImportSource", "Where links are imported from", importSources);
const StateType = enumOf("ImportState", "How far an import is", importStates);
const LossKindType = enumOf("ImportLossKind", "What of a link can't come along", lossKinds);
const VerdictType = enumOf("ImportVerdict", "What becomes of a row", verdicts);
const OutcomeType = enumOf("ImportOutcome", "What has become of a row", importOutcomes);
export const RowFilterType = enumOf("ImportRowFilter", "Which rows of an import are asked for", rowFilters);

@InputType({ description: "How a source is asked for its links" })
class ImportApiInput {
  @Field(() => String, { nullable: true, description: "Of what you run yourself; null: where the service is" })
  address?: string | null;

  @Field(() => String, { description: "Kept encrypted until all is read, and in no answer" })
  key!: string;
}

@InputType({ description: "Where links are to be imported from" })
export class NewLinkImportInput {
  @Field(() => SourceType, { description: "Whose file it is" })
  source!: ImportSource;

  @Field(() => String, { nullable: true, description: "To be shown" })
  fileName?: string | null;

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

  @Field(() => StateType, { description: "How far it is" })
  state!: ImportState;

  @Field(() => Int, { description: "Rows that were read" })
  total!: number;

  @Field(() => Int, { description: "Links that are made, or were" })
  toMake!: number;

  @Field(() => Int, { description: "Links that an import has made before" })
  existing!: number;

  @Field(() => Int, { description: "Rows of which nothing can be made" })
  refused!: number;

  @Field(() => [LossCountType], { description: "How many links lose what" })
  losses!: LinkImport["losses"];

  @Field(() => Int, { description: "Links that it has made" })
  done!: number;

  @Field(() => Int, { description: "Links that could not be made after all" })
  failed!: number;

  @Field(() => String, { nullable: true, description: "Why its file can't be read" })
  problem!: string | null;

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
