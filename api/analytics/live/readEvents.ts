import type { Clock } from "../../kernel/calls/capabilities.ts";
import type { ClickHouse } from "../../clicks/clickhouse/select.ts";
import type { LinksById } from "../../links/core/linksById.ts";
import type { LiveClick, LiveEvent, LiveQuestion } from "./event.ts";
import type { Pending } from "./pending.ts";
import { type ReadClick, readBatches, readSample, readSlices } from "./readClicks.ts";

type Services = ClickHouse & Clock & LinksById;

/** Returns an event with the whole window and its newest clicks. */
export async function readWindow(services: Services, question: LiveQuestion): Promise<LiveEvent> {
  const { clickhouse } = services;
  const at = services.now();
  const [slices, clicks] = await Promise.all([
    readSlices(clickhouse, question, at),
    readSample(clickhouse, question, at, null),
  ]);
  const sampledOf = slices.reduce((sum, { people, bots }) => sum + people + (question.bots ? bots : 0), 0);
  return { at, reset: true, people: 0, bots: 0, slices, clicks: await named(services, clicks), sampledOf };
}

/** Returns an event with the clicks of waiting batches; null if none of them matches the query. */
export async function readNew(
  services: Services,
  { question, pending }: { readonly question: LiveQuestion; readonly pending: Pending },
): Promise<LiveEvent | null> {
  const { clickhouse } = services;
  const at = services.now();
  const batches = pending.take();
  if (!batches) return null;
  try {
    const { found, slices: changed, people, bots } = await readBatches(clickhouse, question, at, batches);
    pending.found(found, batches);
    if (people + bots === 0) return null;
    const [slices, read] = await Promise.all([
      readSlices(clickhouse, question, at, changed),
      readSample(clickhouse, question, at, batches),
    ]);
    const sampledOf = people + (question.bots ? bots : 0);
    const clicks = await named(services, read);
    return { at, reset: false, people, bots, slices, clicks, sampledOf };
  } catch (error) {
    pending.requeue(batches);
    throw error;
  }
}

/** Adds names and codes of links. The clicks were read for the account, so their links belong to it. */
async function named({ linkById }: LinksById, clicks: readonly ReadClick[]): Promise<LiveClick[]> {
  const ids = [...new Set(clicks.map(({ linkId }) => linkId))];
  const links = new Map(await Promise.all(ids.map(async (id) => [id, await linkById(id)] as const)));
  return clicks.map((click) => {
    const link = links.get(click.linkId);
    return { ...click, linkName: link?.name ?? "", code: link?.code ?? "" };
  });
}
