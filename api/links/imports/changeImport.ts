import { sql } from "@hoplog/platform/postgres/sql.js";
import { type ChosenUse, columnNameMax, type DateOrder, sharedUses } from "@hoplog/schema/imports/columns.js";
import { conflictError, type FieldError, validationError } from "@hoplog/schema/errors.js";
import { closest } from "fastest-levenshtein";
import type { Actor } from "../../kernel/calls/actor.ts";
import type { Transaction } from "../../kernel/database/orm.ts";
import { rowsOf, execute } from "../../kernel/database/statements.ts";
import { authorizeImport } from "./authorizeImport.ts";
import type { ColumnCounts } from "./columns.ts";
import { audit, lock, shownName } from "./commands.ts";
import type { LinkImport } from "./import.ts";
import { getImport } from "./queries.ts";
import type { ImportServices } from "./services.ts";
import { type Choices, plain } from "./sources/columnPlan.ts";

export interface ImportChange {
  /** All choices by column name; a column without one is used according to its name. */
  readonly columns?: Choices | undefined;
  /** Whether dates start with the day or the month. */
  readonly dates?: DateOrder | undefined;
  /** The import's name: the namespace of the ids that links have at the source. */
  readonly name?: string | undefined;
}

/**
 * Reads the uploaded file of a `ready` import again, with other choices or another name. Throws NOT_FOUND_ERROR,
 * VALIDATION_ERROR for no or invalid changes, CONFLICT_ERROR for an import in another state or without a
 * file.
 */
export async function changeImport(
  services: ImportServices,
  actor: Actor,
  id: string,
  { columns, dates, name }: ImportChange,
): Promise<LinkImport> {
  if (columns === undefined && name === undefined && dates === undefined) {
    throw validationError([{ field: "body", message: "Provide at least one field to change: columns, dates or name" }]);
  }
  const shown = shownName(name);
  if (name !== undefined && shown === null) throw validationError([{ field: "name", message: "Name is required" }]);
  await services.eventStore.unitOfWork(async (tx) => {
    authorizeImport(actor);
    const job = await lock(tx, actor, id);
    if (job.state !== "ready")
      throw conflictError(
        "id",
        `The import has the state ${job.state}. Only an import with the state ready can be changed`,
      );
    if (job.address !== null)
      throw conflictError("id", "The import reads from an API and has no file, so its columns can't be changed");
    const choices = columns && checkedChoices(columns, job.columns);
    await readAgain(tx, id, { choices, dates, name: shown });
    await audit(services, tx, actor, "ChangeImport", id);
  });
  services.importAdded();
  return getImport(services, actor, id);
}

interface Changed {
  readonly choices: Choices | undefined;
  readonly dates: DateOrder | undefined;
  readonly name: string | null;
}

/** Resets an import to the state before its complete file was read; reading the file again deletes the old rows. */
async function readAgain(tx: Transaction, id: string, { choices, dates, name }: Changed): Promise<void> {
  const [row] = await rowsOf<{ first: number | null }>(
    tx,
    sql`SELECT min(number) AS first FROM link_import_part WHERE import_id = ${id}`,
  );
  const first = row?.first ?? null;
  // Up to 1.0.0-rc.1 parts were deleted once they were read.
  if (first === null)
    throw conflictError("id", "The file of this import is no longer stored. Upload it again in a new import");
  await execute(
    tx,
    sql`UPDATE link_import SET state = 'reading', choices = coalesce(${choices ? JSON.stringify(choices) : null}::jsonb,
      choices), name = coalesce(${name}, name), date_order = coalesce(${dates ?? null}, date_order),
       columns = '[]', next_part = ${first}, reading = NULL, rest = '', total = 0, to_make = 0, existing = 0, refused = 0,
         losses = '{}', visits_links = 0, new_tags = '{}' WHERE id = ${id}`,
  );
}

function checkedChoices(choices: Choices, counts: ColumnCounts): Choices {
  const known = new Map(counts.map(([name]) => [plain(name), name]));
  const problems: FieldError[] = [];
  const takenBy = new Map<ChosenUse, string>();
  for (const [name, use] of Object.entries(choices)) {
    const field = `columns.${name.slice(0, columnNameMax)}`;
    if (!known.has(plain(name))) {
      problems.push({ field, message: noColumn(name, [...known.values()]) });
    }
    const other = takenBy.get(use);
    if (other !== undefined && !sharedUses.includes(use)) {
      problems.push({ field, message: `Only one column can have the use ${use}, and ${other} already has it` });
    }
    takenBy.set(use, name);
  }
  if (problems.length > 0) throw validationError(problems);
  return choices;
}

function noColumn(name: string, known: readonly string[]): string {
  const meant = known.length === 0 ? "" : `. Did you mean ${closest(name.slice(0, columnNameMax), known)}?`;
  return `The file has no column with this name${meant}`;
}
