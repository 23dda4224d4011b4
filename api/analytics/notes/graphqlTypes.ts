import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";

@ObjectType("Note", { description: "What somebody wrote to a moment of the charts" })
export class NoteType {
  @Field(() => GraphQLUUID, { description: "Identifier of the note" })
  id!: string;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link that it is about; null for the whole workspace" })
  linkId!: string | null;

  @Field(() => String, { nullable: true, description: "What the owner calls that link" })
  linkName!: string | null;

  @Field(() => GraphQLDateTime, { description: "The moment" })
  at!: Date;

  @Field(() => String, { description: "One line, of at most 500 characters" })
  text!: string;

  @Field(() => GraphQLDateTime, { description: "When it was written" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was last changed" })
  updatedAt!: Date;
}

@ObjectType("EditMark", { description: "An edit of a link, as a mark of its charts" })
export class EditMarkType {
  @Field(() => GraphQLUUID, { description: "The link" })
  linkId!: string;

  @Field(() => String, { description: "What the owner calls the link now" })
  linkName!: string;

  @Field(() => Int, { description: "Its place in the link's history" })
  version!: number;

  @Field(() => GraphQLDateTime, { description: "When it was made" })
  at!: Date;

  @Field(() => String, { description: "As in the history: LinkRenamed, LinkRetargeted, LinkEdited …" })
  type!: string;

  @Field(() => [String], { description: "What was changed, by the names of the history" })
  fields!: readonly string[];
}

@InputType({ description: "A new note" })
export class CreateNoteInput {
  @Field(() => GraphQLDateTime, { description: "The moment, in the years 2000 to 2099" })
  at!: Date;

  @Field(() => String, { description: "One line, of at most 500 characters" })
  text!: string;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link that it is about; absent: the whole workspace" })
  linkId?: string | null;
}

@InputType({ description: "What is absent stays as it is" })
export class UpdateNoteInput {
  @Field(() => GraphQLDateTime, { nullable: true, description: "The moment, in the years 2000 to 2099" })
  at?: Date | null;

  @Field(() => String, { nullable: true, description: "One line, of at most 500 characters" })
  text?: string | null;
}
