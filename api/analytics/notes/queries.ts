import { raw, sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { authorizeOwn, isAllowed, type Member } from "../../kernel/access/authorize.ts";
import type { TimeRange } from "../../clicks/counts/range.ts";
import { readRows, type Reads } from "../../kernel/database/reads.ts";

/** A note in API responses. */
export interface Note {
  readonly id: string;
  readonly ownerId: string;
  readonly linkId: string | null;
  /** Name of the link; null for a note on the workspace, and for users who may not read links. */
  readonly linkName: string | null;
  readonly at: Date;
  readonly text: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NotesQuestion {
  /** Ids of links: selects notes on them and on the workspace; null for all notes. */
  readonly linkIds: readonly string[] | null;
  readonly range: TimeRange;
}

const select = `SELECT note.id, note.owner_id AS "ownerId", note.link_id AS "linkId", link.name AS "linkName", note.at, note.text,
    note.created_at AS "createdAt", note.updated_at AS "updatedAt"
  FROM note LEFT JOIN link ON link.id = note.link_id`;

/** Returns all matching notes, latest first. Throws AUTHORIZATION_ERROR, VALIDATION_ERROR for too many links. */
export async function listNotes({ reads }: Reads, member: Member, { linkIds, range }: NotesQuestion): Promise<Note[]> {
  const ownerId = authorizeOwn(member, "notes:read");
  if (linkIds && linkIds.length > limits.listMax) {
    throw validationError([{ field: "linkIds", message: `Must contain at most ${limits.listMax} links` }]);
  }
  const notes = await readRows<Note>(
    reads,
    sql`${raw(select)} WHERE note.owner_id = ${ownerId} AND (${linkIds === null}::boolean OR note.link_id IS NULL
      OR note.link_id = ANY (${[...(linkIds ?? [])]}::uuid[]))
       AND note.at >= coalesce(${range.from}::timestamptz, '-infinity')
         AND note.at < coalesce(${range.to}::timestamptz, 'infinity')
     ORDER BY note.at DESC, note.id DESC LIMIT ${limits.notesPerWorkspace}`,
  );
  return notes.map((note) => noteShownTo(member, note));
}

/** Removes the link's name for users who may not read links. */
export function noteShownTo(member: Member, note: Note): Note {
  return isAllowed(member, "links:read") ? note : { ...note, linkName: null };
}

/** Returns a note of any workspace, or null. Does not check permissions: callers must do so. */
export async function findNote({ reads }: Reads, id: string): Promise<Note | null> {
  const [note] = await readRows<Note>(reads, sql`${raw(select)} WHERE note.id = ${id}`);
  return note ?? null;
}
