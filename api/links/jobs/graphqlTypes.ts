import { GraphQLUUID } from "graphql-scalars";
import type { UtmField } from "@hoplog/schema/links/utm.js";
import { limits } from "@hoplog/schema/limits.js";
import { Field, InputType } from "type-graphql";
import { LinkFilterInput } from "../core/graphqlFilter.ts";
import { UpdateLinkInput } from "../core/graphqlInputs.ts";
import { utmField } from "../campaigns/operations.ts";

@InputType({ description: "A campaign parameter, and what it gets" })
export class UtmParameterInput {
  @Field(() => utmField.enum, { description: "The parameter; each at most once" })
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
