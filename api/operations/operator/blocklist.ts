import { sql } from "@hoplog/platform/postgres/sql.js";
import { validationError } from "@hoplog/schema/errors.js";
import { authorize } from "../../kernel/access/authorize.ts";
import { rowsOf } from "../../kernel/database/statements.ts";
import { defaultReason, entryLimits, parseEntry, reasonProblem } from "../../links/safety/blocklist/entry.ts";
import { noteBlocklistChange } from "../../links/safety/blocklist/liveBlocklist.ts";
import { type Operator, operatorOrigin, type OperatorServices } from "./operator.ts";

export interface ChangedEntry {
  /** The normalised entry. */
  readonly entry: string;
  readonly changed: boolean;
}

/** Maximum characters of an entry in the audit log, because operators may enter long ones. */
const auditedMax = 200;

/** Blocks a host or URL prefix; a new reason replaces the previous one. Throws VALIDATION_ERROR. */
export async function blockEntry(
  services: OperatorServices,
  by: Operator,
  text: string,
  reasonGiven: string = defaultReason,
): Promise<ChangedEntry> {
  authorize(by, "blocklist:write", { type: "installation" });
  const entry = read(text);
  const reason = reasonGiven.trim().normalize("NFC");
  const problem = reason === "" ? "A reason is required" : reasonProblem(reason);
  if (problem !== null) throw validationError([{ field: "reason", message: problem }]);
  return services.eventStore.unitOfWork(async (tx) => {
    const [count] = await rowsOf<{ entries: number }>(tx, sql`SELECT count(*)::int AS entries FROM blocklist_entry`);
    if ((count?.entries ?? 0) >= entryLimits.ownEntries) {
      const message = `The blocklist already has ${entryLimits.ownEntries} entries. Put more entries into the blocklist file`;
      throw validationError([{ field: "entry", message }]);
    }
    const [row] = await rowsOf<{ id: string }>(
      tx,
      sql`INSERT INTO blocklist_entry AS own (entry, id, reason, added_at)
        VALUES (${entry}, ${services.newId()}, ${reason}, ${services.now()})
       ON CONFLICT (entry) DO UPDATE SET reason = excluded.reason WHERE own.reason <> excluded.reason RETURNING id`,
    );
    if (!row) return { entry, changed: false };
    await noteBlocklistChange(tx);
    await services.eventStore.audit(tx, operatorOrigin(services, by, reason), {
      action: "BlockEntry",
      resource: { type: "blocklist", id: row.id },
      detail: { entry: entry.slice(0, auditedMax) },
    });
    return { entry, changed: true };
  });
}

/** Unblocks an entry, but not one of the blocklist file. Throws VALIDATION_ERROR for an invalid entry. */
export async function unblockEntry(
  services: OperatorServices,
  by: Operator,
  text: string,
): Promise<ChangedEntry & { readonly isInFile: boolean }> {
  authorize(by, "blocklist:write", { type: "installation" });
  const entry = read(text);
  return services.eventStore.unitOfWork(async (tx) => {
    const [gone] = await rowsOf<{ id: string }>(
      tx,
      sql`DELETE FROM blocklist_entry WHERE entry = ${entry} RETURNING id`,
    );
    const inFile = await rowsOf<object>(tx, sql`SELECT entry FROM blocklist_file_entry WHERE entry = ${entry}`);
    const isInFile = inFile.length > 0;
    if (!gone) return { entry, changed: false, isInFile };
    await noteBlocklistChange(tx);
    await services.eventStore.audit(tx, operatorOrigin(services, by), {
      action: "UnblockEntry",
      resource: { type: "blocklist", id: gone.id },
      detail: { entry: entry.slice(0, auditedMax) },
    });
    return { entry, changed: true, isInFile };
  });
}

export interface ShownBlocklist {
  /** Entries added by operators, newest first. */
  readonly entries: readonly { readonly entry: string; readonly reason: string; readonly addedAt: string }[];
  readonly own: number;
  readonly inFile: number;
}

export async function listBlocklist({ orm }: OperatorServices, by: Operator, limit: number): Promise<ShownBlocklist> {
  authorize(by, "blocklist:read", { type: "installation" });
  const em = orm.em.fork();
  const entries = await rowsOf<{ entry: string; reason: string; addedAt: string }>(
    em,
    sql`SELECT entry, reason, to_char(added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "addedAt"
     FROM blocklist_entry ORDER BY blocklist_entry.added_at DESC, entry LIMIT ${limit}`,
  );
  const [counts] = await rowsOf<{ own: number; inFile: number }>(
    em,
    sql`SELECT (SELECT count(*)::int FROM blocklist_entry) AS own,
       (SELECT count(*)::int FROM blocklist_file_entry) AS "inFile"`,
  );
  return { entries, own: counts?.own ?? 0, inFile: counts?.inFile ?? 0 };
}

function read(text: string): string {
  const parsed = parseEntry(text);
  if (parsed.ok) return parsed.entry;
  throw validationError([{ field: "entry", message: parsed.problem }]);
}
