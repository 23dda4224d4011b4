import { openEventLog } from "@hoplog/platform/drivers/openEventLog.js";
import { createLogger } from "@hoplog/platform/logging/logger.js";
import { defaultDomain, parseLinkKey } from "@hoplog/schema/topics/links/key.js";
import { linkTargetQuery } from "@hoplog/schema/topics/links/linkTarget.js";
import { decodeLinkRecord } from "@hoplog/schema/topics/links/record.js";
import { linksV2 } from "@hoplog/schema/topics/topic.js";
import { onTestFinished } from "vitest";
import type { TestApi } from "./testApi.ts";

/** Returns whether a redirector that looks up a code in PostgreSQL would redirect; undefined for an unknown code. */
export async function isRedirected(api: TestApi, code: string): Promise<boolean | undefined> {
  const { rows } = await api.services.reads.query<{ state: string }>(linkTargetQuery, [defaultDomain, code]);
  return rows[0] && rows[0].state === "active";
}

/** Returns a function: whether the last published state of a code redirects; undefined for an unpublished code. */
export async function published(api: TestApi): Promise<(code: string) => boolean | undefined> {
  const log = await openEventLog({ databaseUrl: api.databaseUrl, logger: createLogger("test", "silent") });
  const states = new Map<string, boolean>();
  const reader = log.follow(linksV2, null, { maxRecords: 1000, maxBytes: 10_000_000 }, async ({ records }) => {
    for (const { key, value } of records) {
      if (key !== null && parseLinkKey(key) && value) states.set(key, decodeLinkRecord(value).state === "active");
    }
  });
  onTestFinished(async () => {
    await reader.stop();
    await log.close();
  });
  return (code) => states.get(code);
}
