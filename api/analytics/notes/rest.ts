import { limits } from "@hoplog/schema/limits.js";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { RequireActor } from "../../kernel/calls/actor.ts";
import { done } from "../../kernel/calls/answers.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { documented } from "../../kernel/calls/operation.ts";
import { idOf, listParameter, optionalId, optionalText, parseInput, text } from "../../kernel/calls/parse.ts";
import { rangeOf, rangeParameters } from "../../clicks/counts/rangeQuery.ts";
import { noteAnswers, notesTag } from "./answers.ts";
import { createNote, changeNote, deleteNote, noteSettings } from "./commands.ts";
import { listNotes, type Note } from "./queries.ts";
import type { NoteServices } from "./services.ts";

const moment = z.iso
  .datetime({ offset: true, error: "Must be a date and time in ISO 8601" })
  .transform((value) => new Date(value));
const linkId = z.uuid("Not a valid id");

export const notesQuery = z.object({
  ...rangeParameters,
  linkId: listParameter(linkId, limits.listMax)
    .optional()
    .describe("Those about this link and about the whole workspace; may be repeated"),
});
export const newNoteBody = z.object({ at: moment, text, linkId: optionalId });
export const noteBody = z.object({ at: moment.nullish(), text: optionalText });

export function noteRoutes(app: FastifyInstance, services: NoteServices, requireActor: RequireActor): void {
  app.get(
    "/api/notes",
    documented({
      id: "listNotes",
      tag: notesTag,
      summary: "List notes, the latest first",
      description: "All that there are, of a range or of links if these are given. Days are those of `tz`.",
      query: notesQuery,
      answer: { status: 200, is: noteAnswers.NotesAnswer },
      failures: [403],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const query = parseInput(notesQuery, request.query);
      const notes = await listNotes(services, actor, { linkIds: query.linkId ?? null, range: rangeOf(query) });
      return { success: true, data: notes.map(bodyOf) };
    },
  );

  app.post(
    "/api/notes",
    documented({
      id: "createNote",
      tag: notesTag,
      summary: "Write a note to a moment",
      description: `About a link, or about the whole workspace. A workspace has at most ${limits.notesPerWorkspace}.`,
      body: newNoteBody,
      example: { at: "2026-11-24T09:00:00Z", text: "Newsletter sent" },
      answer: { status: 201, is: noteAnswers.NoteAnswer },
      failures: [400, 403, 404],
    }),
    async (request, reply) => {
      const actor = await requireActor(request);
      const { at, text: written, linkId: about } = parseInput(newNoteBody, request.body);
      const note = await createNote(services, actor, { at, text: written, linkId: about ?? null });
      return reply.code(201).send({ success: true, message: "Note added successfully!", data: bodyOf(note) });
    },
  );

  app.patch(
    "/api/notes/:id",
    documented({
      id: "updateNote",
      tag: notesTag,
      summary: "Change a note",
      description: "Its moment, its text or both; what is missing stays.",
      conditional: true,
      body: noteBody,
      example: { text: "Second newsletter sent" },
      answer: { status: 200, is: noteAnswers.NoteAnswer },
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      const id = idOf(request.params, "Note");
      const note = await changeNote(services, actor, id, parseInput(noteBody, request.body));
      return { success: true, message: "Note updated successfully!", data: bodyOf(note) };
    },
  );

  app.delete(
    "/api/notes/:id",
    documented({
      id: "deleteNote",
      tag: notesTag,
      summary: "Delete a note",
      description: "For good.",
      conditional: true,
      answer: done,
      failures: [400, 403, 404],
    }),
    async (request) => {
      const actor = await requireActor(request);
      await deleteNote(services, actor, idOf(request.params, "Note"));
      return { success: true, message: "Note deleted successfully!" };
    },
  );
}

function bodyOf({ id, linkId: about, linkName, at, text: written, createdAt, updatedAt }: Note) {
  return {
    _id: id,
    linkId: about,
    linkName,
    at: at.toISOString(),
    text: written,
    etag: etagOfSettings(noteSettings({ at, text: written })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
