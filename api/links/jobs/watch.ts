import type { Member } from "../../kernel/access/authorize.ts";
import { watchWork } from "../../kernel/calls/watchWork.ts";
import type { Reads } from "../../kernel/database/reads.ts";
import type { LinkJob } from "./job.ts";
import { getJob } from "./queries.ts";

/** A job as it is now and whenever it has gone on, until it is over. Throws NOT_FOUND_ERROR. */
export function watchJob(services: Reads, member: Member, id: string): AsyncGenerator<LinkJob, void> {
  return watchWork(
    () => getJob(services, member, id),
    ({ state, done, unchanged, failed }) => [state, done + unchanged + failed],
  );
}
