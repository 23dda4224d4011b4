import { UnavailableError } from "@hoplog/schema/errors.js";

/** Codes of Postgres (disk_full) and ClickHouse (NOT_ENOUGH_SPACE): the disk takes no more. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(["53100", "243"]);

const text = "There is no room to store this just now. Please try again later.";

/** For the log: whoever runs this must act. */
export const fullDiskLog = "ALARM: the disk of a database is full";

/** What the caller of a command or query gets where a database's disk was full; null for other errors. */
export function fullDiskError(error: unknown): UnavailableError | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && fullDiskCodes.has(cause.code)) return new UnavailableError(text, error);
  }
  return null;
}
