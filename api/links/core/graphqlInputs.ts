import { GraphQLUUID } from "graphql-scalars";
import { Field, InputType } from "type-graphql";
import { LinkOptionsInput } from "./options/graphqlInputs.ts";

@InputType({ description: "A new link" })
export class CreateLinkInput extends LinkOptionsInput {
  @Field(() => String, { description: "What the owner calls the link" })
  name!: string;

  @Field(() => String, { description: "Where the link leads: an http or https URL" })
  originalUrl!: string;

  @Field(() => String, { nullable: true, description: "A code of one's own; blank or absent: one is made" })
  shortUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The name of a domain of one's own; null or blank: the default domain. Absent: the domain that is chosen for new links",
  })
  domain?: string | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "The group that the link goes into; absent: none" })
  groupId?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: "Names; those that aren't there yet are made. At most 50",
  })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: "Of at most 5,000 characters; null or blank: none" })
  note?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What a program of one's own calls the link; one link of a workspace has it. Null or blank: none",
  })
  externalId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether the workspace's link that leads there already is the answer, if there is one: with this destination and domain, and with the code, the external id, the group and the options as far as they are given",
  })
  findOrCreate?: boolean | null;
}

@InputType({ description: "What is absent stays as it is" })
export class UpdateLinkInput extends LinkOptionsInput {
  @Field(() => String, { nullable: true, description: "What the owner calls the link" })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "Where the link leads: an http or https URL" })
  originalUrl?: string | null;

  @Field(() => String, { nullable: true, description: "Blank keeps the code" })
  shortUrl?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The name of the domain of one's own that the link goes to; null or blank: the default domain",
  })
  domain?: string | null;

  @Field(() => GraphQLUUID, { nullable: true, description: "Null takes the link out of its group" })
  groupId?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      "Names; those that aren't there yet are made. They take the place of all that the link has; null: none",
  })
  tags?: string[] | null;

  @Field(() => String, { nullable: true, description: "Of at most 5,000 characters; null or blank: none" })
  note?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "What a program of one's own calls the link; one link of a workspace has it. Null or blank: none",
  })
  externalId?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Left out of lists; it goes on redirecting" })
  isArchived?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Of the person who asks" })
  isFavourite?: boolean | null;
}
