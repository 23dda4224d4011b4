import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { defaultDomain, parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import { linkTargetQuery } from "@hoplog/schema/topics/links/linkTarget.js";
import { decodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { decodeLinkRecordV1 } from "@hoplog/schema/topics/links/recordV1.js";
import { linksV1, linksV2, type Topic } from "@hoplog/schema/topics/topic.js";
import { onTestFinished } from "vitest";
import type { TestApi } from "./testApi.ts";

/** What a redirector gets when it looks a code up in Postgres. Throws where this release and the one before differ. */
export async function leadsSomewhere(api: TestApi, code: string): Promise<boolean | undefined> {
  const { rows } = await api.services.reads.query<{ state: string }>(linkTargetQuery, [defaultDomain, code]);
  const { rows: former } = await api.services.reads.query<{ active: boolean }>(
    "SELECT active FROM redirect_target WHERE code = $1",
    [code],
  );
  const active = rows[0] && rows[0].state === "active";
  if (former[0]?.active !== active) throw new Error("Redirectors of two releases get different answers");
  return active;
}

/** What redirectors of this release and of the one before have received last of a code; undefined while they differ. */
export async function published(api: TestApi): Promise<(code: string) => boolean | undefined> {
  const log = await openEventLog({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  const read = (topic: Topic, isActive: (value: Uint8Array) => boolean) => {
    const states = new Map<string, boolean>();
    const reader = log.follow(topic, null, { maxRecords: 1000, maxBytes: 10_000_000 }, async ({ records }) => {
      for (const { key, value } of records) {
        if (key !== null && parseLinkKey(key) && value) states.set(key, isActive(value));
      }
    });
    return { states, reader };
  };
  const topics = [
    read(linksV1, (value) => decodeLinkRecordV1(value).active),
    read(linksV2, (value) => decodeLinkRecord(value).state === "active"),
  ];
  onTestFinished(async () => {
    for (const { reader } of topics) await reader.stop();
    await log.close();
  });
  return (code) => {
    const [former, present] = topics.map(({ states }) => states.get(code));
    return former === present ? present : undefined;
  };
}
