import { limits } from "@hoplog/schema/limits.js";
import { GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { timeRange } from "../../clicks/counts/range.ts";
import { RangeInput } from "../../clicks/counts/rangeInput.ts";
import { createNote, changeNote, deleteNote, noteSettings } from "./commands.ts";
import { editMarks } from "./edits.ts";
import { CreateNoteInput, EditMarkType, NoteType, UpdateNoteInput } from "./graphqlTypes.ts";
import { listNotes } from "./queries.ts";
import type { NoteServices } from "./services.ts";

type Context = GraphqlContext<NoteServices>;

@Resolver()
export class NoteResolvers {
  @Weighs({ length: limits.notesPerWorkspace / 10 })
  @Query(() => [NoteType], { description: "The latest first" })
  async notes(
    @Ctx() context: Context,
    @Arg("linkIds", () => [GraphQLUUID], {
      nullable: true,
      description: "Those about these links and about the whole workspace; absent: all",
    })
    linkIds: string[] | null | undefined,
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
  ): Promise<NoteType[]> {
    const question = { linkIds: linkIds ?? null, range: timeRange(range?.from, range?.to) };
    return listNotes(context.services, requireActor(context), question);
  }

  @Weighs({ cost: 10, length: 100 })
  @Query(() => [EditMarkType], { description: "The edits of up to five links, oldest first" })
  async editMarks(
    @Ctx() context: Context,
    @Arg("linkIds", () => [GraphQLUUID]) linkIds: string[],
    @Arg("range", () => RangeInput, { nullable: true }) range: RangeInput | null,
  ): Promise<EditMarkType[]> {
    const question = { linkIds, range: timeRange(range?.from, range?.to) };
    return editMarks(context.services, requireActor(context), question);
  }

  @Mutation(() => NoteType, { description: "Writes a note to a moment" })
  async createNote(
    @Ctx() context: Context,
    @Arg("input", () => CreateNoteInput) { at, text, linkId = null }: CreateNoteInput,
  ): Promise<NoteType> {
    return createNote(context.services, requireActor(context), { at, text, linkId });
  }

  @Mutation(() => NoteType, { description: "Changes a note" })
  async updateNote(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateNoteInput) input: UpdateNoteInput,
  ): Promise<NoteType> {
    return changeNote(context.services, actor, id, input);
  }

  @Mutation(() => GraphQLUUID, { description: "Deletes a note; gives the id of what is gone" })
  async deleteNote(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteNote(context.services, actor, id);
    return id;
  }
}

@Resolver(() => NoteType)
export class NoteFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() note: NoteType): string {
    return etagOfSettings(noteSettings(note));
  }
}
