import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { range } from "../../clicks/counts/rangeTaken.ts";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { listParameter, optionalId, optionalText, text } from "../../kernel/contract/parse.ts";
import { confirmation, many, one } from "../../kernel/contract/answers.ts";
import { entity, input } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { moment } from "../../kernel/contract/values.ts";
import { changeNote, createNote, deleteNote, noteSettings, type NoteServices, NoteRow } from "./commands.ts";
import { type EditMark, editMarks } from "./edits.ts";
import { listNotes, type Note } from "./queries.ts";
import type { Feature } from "../../kernel/calls/feature.ts";

const note = entity<Note>()({
  name: "Note",
  description: "A remark about a point in time, shown on charts",
  fields: {
    id: recordId.describe("Note ID"),
    linkId: recordId.nullable().describe("Link that the note is about; null for the whole workspace"),
    linkName: z
      .string()
      .nullable()
      .describe("Name of the link; null without a link, or without the scope `links:read`"),
    at: instant.describe("Point in time"),
    text: z.string().describe("Text of the note: one line of at most 500 characters"),
    createdAt: instant.describe("Creation time"),
    updatedAt: instant.describe("Time of the last change"),
    etag,
  },
  computed: { etag: (shown) => etagOfSettings(noteSettings(shown)) },
});

const editMark = entity<EditMark>()({
  name: "EditMark",
  description: "An edit of a link, shown on its charts",
  fields: {
    linkId: recordId.describe("Link ID"),
    linkName: z.string().describe("Current name of the link"),
    version: count.describe("Version of the link after the edit"),
    at: instant.describe("Time of the edit"),
    type: z
      .string()
      .describe("Type of the edit as in the link's history, such as LinkRenamed, LinkRetargeted or LinkEdited"),
    fields: z.array(z.string()).describe("Names of the changed fields, as in the link's history"),
  },
  computed: {},
});

const fields = {
  at: moment.describe("Point in time, in the years 2000 to 2099"),
  text: "Text of the note: one line of at most 500 characters",
};
const newNote = input("CreateNoteInput", "A new note", {
  at: fields.at,
  text: text.describe(fields.text),
  linkId: optionalId.describe("Link that the note is about; the whole workspace by default"),
});
const noteChanges = input("UpdateNoteInput", "Changes to a note; omitted fields keep their value", {
  at: fields.at.nullish(),
  text: optionalText.describe(fields.text),
});
const id = z.uuid("Must be a UUID");

const oneNote = one(note);
const { query, mutation, graphqlQuery } = operationsOn<NoteServices>(
  { name: "Notes", description: "Remarks about points in time, shown on charts" },
  "Note",
);

/** The operations on notes, and on the edits shown in charts. */
export const noteFaces = facesOf([
  query({
    name: "notes",
    id: "listNotes",
    rest: "GET /api/notes",
    summary: "List notes",
    description: "Returns all notes, or only notes in a time range or about certain links, latest first.",
    needs: ["notes:read"],
    mayNeed: { "links:read": "to return the names of links" },
    takes: {
      range,
      linkIds: listParameter(id, limits.listMax)
        .optional()
        .describe("Only notes about links with the given IDs and about the whole workspace"),
    },
    restNames: { linkIds: "linkId" },
    answer: many(note),
    weight: { length: limits.notesPerWorkspace / 10 },
    failures: [403],
    run: (services, actor, { range: asked, linkIds = null }) => listNotes(services, actor, { linkIds, range: asked }),
  }),
  graphqlQuery({
    name: "editMarks",
    summary: "List the edits of links",
    description: "Returns the edits of up to five links, oldest first, for marks on charts.",
    needs: ["links:read", "notes:read"],
    takes: { linkIds: z.array(id), range },
    answer: many(editMark),
    weight: { cost: 10, length: 100 },
    run: (services, actor, { linkIds, range: asked }) => editMarks(services, actor, { linkIds, range: asked }),
  }),
  mutation({
    name: "createNote",
    rest: "POST /api/notes",
    creates: true,
    summary: "Add a note to a point in time",
    description: `The note is about a link or the whole workspace. A workspace has at most ${limits.notesPerWorkspace} notes.`,
    needs: ["notes:write"],
    mayNeed: { "links:read": "if the note is about a link" },
    takes: { input: newNote },
    example: { at: "2026-11-24T09:00:00Z", text: "Newsletter sent" },
    answer: oneNote,
    message: "Note added",
    failures: [400, 403, 404],
    run: (services, actor, given) => createNote(services, actor, given.input),
  }),
  mutation({
    name: "updateNote",
    rest: "PATCH /api/notes/:id",
    summary: "Change the text or time of a note",
    description: "Omitted fields keep their value.",
    needs: ["notes:write"],
    mayNeed: { "links:read": "to return the name of the link" },
    takes: { id: recordId, input: noteChanges },
    conditional: true,
    example: { text: "Second newsletter sent" },
    answer: oneNote,
    message: "Note updated",
    failures: [400, 403, 404],
    run: (services, actor, given) => changeNote(services, actor, given.id, given.input),
  }),
  mutation({
    name: "deleteNote",
    rest: "DELETE /api/notes/:id",
    summary: "Delete a note",
    description: "This cannot be undone.",
    needs: ["notes:write"],
    mayNeed: { "links:read": "if the note is about a link" },
    takes: { id: recordId },
    conditional: true,
    answer: confirmation,
    message: "Note deleted",
    failures: [400, 403, 404],
    run: (services, actor, given) => deleteNote(services, actor, given.id),
  }),
]);

/** Chart marks: users' notes, and edits of links. */
export const notes: Feature<NoteServices> = {
  entities: [NoteRow],
  ...noteFaces,
};
