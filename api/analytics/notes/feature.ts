import type { Feature } from "../../kernel/calls/feature.ts";
import { NoteRow } from "./noteRow.ts";
import { noteFaces } from "./operations.ts";
import type { NoteServices } from "./services.ts";

/** Marks of charts: what people write to moments, and the edits of links. */
export const notes: Feature<NoteServices> = {
  entities: [NoteRow],
  ...noteFaces,
};
