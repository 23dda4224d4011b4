import { randomBytes } from "node:crypto";
import { encodeClickBatch } from "@hoplog/schema/topics/clickBatch/encode.js";
import type { RecordedClick } from "@hoplog/schema/topics/clickBatch/click.js";
import { decodeClickBatch } from "@hoplog/schema/topics/clickBatch/decode.js";
import { openLocator } from "@hoplog/platform/visitor/locator.js";
import { uuidText } from "@hoplog/schema/uuid.js";
import type { ClickBlock } from "../batch/block.ts";
import { prepareDatabases } from "../boot/prepare.ts";
import { columnsOf, createEnrichment } from "../clicks/columns.ts";
import { insertBlock } from "../pipeline/insertBlock.ts";
import { noRules } from "../rules/rules.ts";
import { createSaltStore } from "../visitors/salts.ts";
import { daysOf } from "../visitors/visitors.ts";
import { blockOf } from "./clicks.ts";
import { freshDatabases, withoutRetention } from "./setUp.ts";

const locator = openLocator();

/** Opens databases for the test, with functions to write clicks into them. */
export async function openWriting() {
  const databases = await freshDatabases();
  await prepareDatabases(databases.pool, databases.clickHouse);
  await withoutRetention(databases.client);
  const enrichment = createEnrichment(locator);
  const salts = createSaltStore(databases.pool);
  const batchOf = (clicks: readonly RecordedClick[], id: Uint8Array = randomBytes(16)) =>
    decodeClickBatch(encodeClickBatch(id, clicks));
  const columns = async (block: ClickBlock) =>
    columnsOf(block, enrichment, await salts.of(daysOf(block)), noRules).clicks;
  async function write(batch: ReturnType<typeof batchOf>, client = databases.client): Promise<void> {
    await writeBlock(blockOf(batch), uuidText(batch.id), client);
  }
  async function writeBlock(block: ClickBlock, token: string, client = databases.client): Promise<void> {
    await insertBlock(client, "clicks", await columns(block), token);
  }
  return { ...databases, batchOf, columns, write, writeBlock };
}

/** Totals of the table `clicks` and of its views, which reveal a batch that was counted twice. */
export const figures = `
  SELECT
    (SELECT (countIf(NOT is_bot), countIf(is_bot)) FROM clicks),
    (SELECT (sum(people), sum(bots)) FROM link_quarter),
    (SELECT (sum(people), sum(bots)) FROM owner_quarter),
    (SELECT (sum(p), sum(e)) FROM (SELECT uniqCombinedMerge(14)(people) AS p, uniqCombinedMerge(14)(everyone) AS e
      FROM link_day GROUP BY link_id, day)),
    (SELECT (sum(p), sum(e)) FROM (SELECT uniqCombinedMerge(14)(people) AS p, uniqCombinedMerge(14)(everyone) AS e
      FROM owner_day GROUP BY owner_id, day))`;
