import { setTimeout as sleep } from "node:timers/promises";
import type { Member } from "../access/authorize.ts";
import type { Reads } from "../database/reads.ts";
import type { LinkImport } from "./import.ts";
import { getImport } from "./queries.ts";

const lookMs = 300;

/** An import as it is now and whenever it has gone on, until it is over. Throws NOT_FOUND_ERROR. */
export async function* watchImport(services: Reads, member: Member, id: string): AsyncGenerator<LinkImport, void> {
  for (let before = ""; ; await sleep(lookMs)) {
    const job = await getImport(services, member, id);
    const { state, total, done, failed } = job;
    const now = [state, total, done, failed].join(" ");
    if (now !== before) yield job;
    if (job.endedAt !== null) return;
    before = now;
  }
}
