import type { Feature } from "../../kernel/calls/feature.ts";
import { noteAnswers } from "./answers.ts";
import { NoteRow } from "./noteRow.ts";
import { NoteFields, NoteResolvers } from "./resolvers.ts";
import { noteRoutes } from "./rest.ts";
import type { NoteServices } from "./services.ts";

/** Marks of charts: what people write to moments, and the edits of links. */
export const notes: Feature<NoteServices> = {
  entities: [NoteRow],
  resolvers: [NoteResolvers, NoteFields],
  routes: noteRoutes,
  answers: noteAnswers,
};
