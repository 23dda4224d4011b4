import { recordOf } from "@hoplog/schema/recordOf.js";
import { type TagColour, tagColours } from "@hoplog/schema/tags/tags.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";

export const TagColourType = enumType(
  "TagColour",
  "How a tag is shown; pages know how each colour looks in light and in dark",
  recordOf(tagColours, (colour) => `As people call it: ${colour}`),
);

@ObjectType("Tag", { description: "A name that links are marked with" })
export class TagType {
  @Field(() => GraphQLUUID, { description: "Identifier of the tag" })
  id!: string;

  @Field(() => String, { description: "One tag of a workspace has it, whatever its case" })
  name!: string;

  @Field(() => TagColourType, { description: "How it is shown" })
  colour!: TagColour;

  @Field(() => GraphQLDateTime, { description: "When the tag was made" })
  createdAt!: Date;
}

@InputType({ description: "A new tag" })
export class CreateTagInput {
  @Field(() => String, { description: "At most 50 characters, without commas" })
  name!: string;

  @Field(() => TagColourType, { nullable: true, description: "Absent: one that follows from the name" })
  colour?: TagColour | null;
}

@InputType({ description: "What is absent stays as it is" })
export class UpdateTagInput {
  @Field(() => String, { nullable: true, description: "At most 50 characters, without commas" })
  name?: string | null;

  @Field(() => TagColourType, { nullable: true, description: "How it is shown" })
  colour?: TagColour | null;
}
