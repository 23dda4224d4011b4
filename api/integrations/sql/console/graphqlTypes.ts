import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, ObjectType } from "type-graphql";
import { ofEtag } from "../../../kernel/calls/conditional.ts";
import { Weighs } from "../../../kernel/calls/weight.ts";

@ObjectType("SavedQuery", { description: "A query for the SQL console that the workspace keeps" })
export class SavedQueryType {
  @Field(() => GraphQLUUID, { description: "Stays the same for good" })
  id!: string;

  @Field(() => String, ofEtag)
  etag!: string;

  @Field(() => String, { description: "One of its own within the workspace" })
  name!: string;

  @Weighs({ text: 20 })
  @Field(() => String, { description: "The query in SQL" })
  text!: string;

  @Field(() => GraphQLDateTime, { description: "When it was saved first" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was saved last" })
  updatedAt!: Date;
}

@InputType({ description: "What is absent stays as it is" })
export class SavedQueryInput {
  @Field(() => String, { nullable: true, description: "At most 100 characters" })
  name?: string | null;

  @Field(() => String, { nullable: true, description: "At most 8,000 characters" })
  text?: string | null;
}
