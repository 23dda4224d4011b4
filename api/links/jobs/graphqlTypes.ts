import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import type { ErrorType } from "@hoplog/schema/errors.js";
import type { UtmField } from "@hoplog/schema/links/utm.js";
import { limits } from "@hoplog/schema/limits.js";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { LinkFilterInput } from "../core/graphqlFilter.ts";
import { UpdateLinkInput } from "../core/graphqlInputs.ts";
import { UtmFieldType } from "../campaigns/graphqlField.ts";
import type { JobState, LinkJob, LinkResult, Outcome } from "./job.ts";

const StateType = enumType<JobState>("LinkJobState", "How far a job is", {
  waiting: "It has not begun",
  running: "Links are being changed",
  done: "Each link was changed or refused",
  cancelled: "It was stopped; what it had done stays",
});

export const OutcomeType = enumType<Outcome>("LinkJobOutcome", "What became of one link of a job", {
  done: "Changed",
  unchanged: "It was as wanted already",
  failed: "Refused",
});

@InputType({ description: "A campaign parameter, and what it gets" })
export class UtmParameterInput {
  @Field(() => UtmFieldType, { description: "The parameter; each at most once" })
  field!: UtmField;

  @Field(() => String, { description: `Of at most ${limits.utmValueMax} characters; blank takes it out` })
  value!: string;
}

@InputType({ description: "What a job does to each of its links: what is absent stays" })
export class LinkJobChangeInput extends UpdateLinkInput {
  @Field(() => Boolean, { nullable: true, description: "Switches them on or off" })
  isActive?: boolean;

  @Field(() => Boolean, { nullable: true, description: "For good, with all click data; can't be undone" })
  delete?: boolean;

  @Field(() => [String], { nullable: true, description: "Names; those that aren't there yet are made" })
  addTags?: string[] | null;

  @Field(() => [String], { nullable: true, description: "Names of tags that are taken off" })
  removeTags?: string[] | null;

  @Field(() => [UtmParameterInput], {
    nullable: true,
    description: "Set in the destination that each link has, or gets; those that are absent stay",
  })
  utm?: UtmParameterInput[] | null;
}

@InputType({ description: "Which links a job changes, and how" })
export class StartLinkJobInput {
  @Field(() => [GraphQLUUID], { nullable: true, description: "These; ten thousand fit into a REST call only" })
  linkIds?: string[] | null;

  @Field(() => LinkFilterInput, { nullable: true, description: "Instead of ids: all that match now" })
  filter?: LinkFilterInput | null;

  @Field(() => LinkJobChangeInput, { description: "What it does to each of them" })
  change!: LinkJobChangeInput;
}

@ObjectType("LinkJob", { description: "A change of many links in the background" })
export class LinkJobType {
  @Field(() => GraphQLUUID, { description: "Identifier of the job" })
  id!: string;

  @Field(() => GraphQLUUID, { nullable: true, description: "The job that this one undoes" })
  undoes!: string | null;

  @Field(() => [String], { description: "What it changes: names of a link's fields, or delete" })
  fields!: readonly string[];

  @Field(() => Boolean, { nullable: true, description: "What it switches links to; null: neither" })
  isActive!: boolean | null;

  @Field(() => StateType, { description: "How far it is" })
  state!: JobState;

  @Field(() => Int, { description: "How many links it is about" })
  total!: number;

  @Field(() => Int, { description: "How many it has changed" })
  done!: number;

  @Field(() => Int, { description: "How many were as wanted already" })
  unchanged!: number;

  @Field(() => Int, { description: "How many could not be changed" })
  failed!: number;

  @Field(() => GraphQLDateTime, { description: "When it was given" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was over" })
  endedAt!: Date | null;

  @Field(() => Boolean, { description: "Whether it has changed what can be set back, and hasn't been" })
  canUndo!: boolean;
}

export function toLinkJobType(job: LinkJob): LinkJobType {
  const { change } = job;
  const { edit = {}, ...switched } = change;
  return { ...job, fields: [...Object.keys(switched), ...Object.keys(edit)], isActive: change.isActive ?? null };
}

@ObjectType("LinkJobError", { description: "Why a link could not be changed" })
export class LinkJobErrorType {
  @Field(() => String, { description: "As of errors: VALIDATION_ERROR and so on" })
  type!: ErrorType;

  @Field(() => String, { description: "Fit to be shown to people" })
  message!: string;
}

@ObjectType("LinkJobResult", { description: "What became of one link of a job" })
export class LinkJobResultType implements LinkResult {
  @Field(() => Int, { description: "Its place in the job, from 1" })
  position!: number;

  @Field(() => GraphQLUUID, { description: "The link" })
  linkId!: string;

  @Field(() => String, { nullable: true, description: "Null for a link that is gone, or not the workspace's" })
  linkName!: string | null;

  @Field(() => OutcomeType, { nullable: true, description: "Null: not yet; of a job that is over: never" })
  outcome!: Outcome | null;

  @Field(() => LinkJobErrorType, { nullable: true, description: "Why it could not be changed" })
  error!: LinkJobErrorType | null;
}
