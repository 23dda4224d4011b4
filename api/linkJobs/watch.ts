import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "../access/authorize.ts";
import type { Reads } from "../database/reads.ts";
import type { LinkJob } from "./job.ts";
import { getJob } from "./queries.ts";

const lookMs = 300;

/**
 * A job as it is now and whenever it has gone on, until it is over. Whichever process works it off: the row is looked at, which
 * is one read by its key. Throws NOT_FOUND_ERROR.
 */
export async function* watchJob(services: Reads, member: Member, id: string): AsyncGenerator<LinkJob, void> {
  for (let before: LinkJob | null = null; ; await sleep(lookMs)) {
    const job: LinkJob = await getJob(services, member, id);
    const goneOn = job.done + job.unchanged + job.failed;
    const isNews =
      before === null || before.state !== job.state || before.done + before.unchanged + before.failed < goneOn;
    if (isNews) yield job;
    if (job.endedAt !== null) return;
    before = job;
  }
}
