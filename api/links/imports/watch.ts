import type { Member } from "../../kernel/access/authorize.ts";
import { watchWork } from "../../kernel/calls/watchWork.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinkImport } from "./import.ts";
import { getImport } from "./queries.ts";

/** An import as it is now and whenever it has gone on, until it is over. Throws NOT_FOUND_ERROR. */
export function watchImport(services: Reads, member: Member, id: string): AsyncGenerator<LinkImport, void> {
  return watchWork(
    () => getImport(services, member, id),
    ({ state, total, done, failed, ...job }) => [state, total, done, failed, job.visitsState, job.visitsDone],
    ({ endedAt, visitsState }) => endedAt !== null && visitsState !== "running",
  );
}
