import { type DimensionColumn, dimensionColumns } from "@hoplog/schema/clicks/dimensions.js";
import { quarterMs } from "@hoplog/schema/topics/clickBatch/requests.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import type { TestApi } from "./testApi.ts";

type Values = { readonly [D in DimensionColumn]?: string };

export interface TestClick extends Values {
  /** Id of the click; a new one by default. */
  readonly id?: string;
  readonly ownerId: string;
  readonly linkId: string;
  readonly at: string;
  readonly visitor?: number;
  readonly city?: string;
  readonly isBot?: boolean;
  readonly utm_source?: string;
  readonly languages?: string;
  readonly batchId?: string;
  readonly rule?: number;
  readonly arm?: number;
  readonly botReason?: string;
  readonly userAgent?: string;
  readonly asn?: number;
  readonly botRules?: number;
}

/** Further text columns that are filled, because one of them may become a dimension. */
const otherTexts = ["city", "utm_source", "languages"] as const;

let made = 0;

/**
 * Inserts clicks and the redirector's counts of them directly into ClickHouse, where views count the clicks like those
 * of ingest. Clears the cached totals, as ingest's message does.
 */
export async function insertClicks(api: TestApi, clicks: readonly TestClick[]): Promise<void> {
  await insertRequests(
    api,
    clicks.map(({ ownerId, linkId, at }) => ({ ownerId, linkId, at, clicks: 1 })),
  );
  await api.services.clickhouse.insert({
    table: "clicks",
    format: "JSONEachRow",
    values: clicks.map((click) => ({
      owner_id: click.ownerId,
      link_id: click.linkId,
      at: click.at.replace("T", " ").replace("Z", ""),
      click_id: click.id ?? clickId(++made),
      batch_id: click.batchId ?? clickId(0),
      visitor: click.visitor ?? made,
      ...recordOf([...dimensionColumns, ...otherTexts], (name) => click[name] ?? (name === "device" ? "Unknown" : "")),
      is_bot: click.isBot ?? false,
      rule: click.rule ?? 0,
      arm: click.arm ?? 0,
      bot_reason: click.isBot ? (click.botReason ?? "crawler") : "",
      user_agent: click.userAgent ?? "",
      asn: click.asn ?? 0,
      bot_rules: click.botRules ?? 0,
    })),
  });
  api.services.totals.forgetAll();
}

export interface TestMiss {
  readonly at: string;
  readonly code: string;
  readonly reason?: string;
  readonly ownerId?: string;
  readonly linkId?: string;
  readonly path?: string;
  readonly userAgent?: string;
  readonly domain?: number;
  readonly host?: string;
  readonly referrer?: string;
  readonly country?: string;
  readonly isBot?: boolean;
}

/** Inserts misses and the redirector's counts of them directly into ClickHouse, where a view counts the misses. */
export async function insertMisses(api: TestApi, misses: readonly TestMiss[]): Promise<void> {
  await insertRequests(
    api,
    misses.map(({ ownerId, linkId, at, domain }) => ({ ownerId, linkId, at, domain, misses: 1 })),
  );
  await api.services.clickhouse.insert({
    table: "misses",
    format: "JSONEachRow",
    values: misses.map(({ at, code, reason, ownerId, linkId, path, userAgent, ...visit }) => ({
      at: at.replace("T", " ").replace("Z", ""),
      code,
      reason: reason ?? (linkId ? "inactive" : "unknown"),
      owner_id: ownerId ?? nobody,
      link_id: linkId ?? nobody,
      host: visit.host ?? "hop.example",
      domain: visit.domain ?? 0,
      referrer: visit.referrer ?? "",
      country: visit.country ?? "",
      is_bot: visit.isBot ?? false,
      path: path ?? `/${code}`,
      user_agent: userAgent ?? "",
    })),
  });
}

export interface TestRequests {
  readonly at: string;
  readonly ownerId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly domain?: number | undefined;
  readonly clicks?: number;
  readonly misses?: number;
  readonly dropped?: number;
}

/** Inserts redirector counts. */
export async function insertRequests(api: TestApi, requests: readonly TestRequests[]): Promise<void> {
  await api.services.clickhouse.insert({
    table: "request_quarter",
    format: "JSONEachRow",
    // Each insert has a new token, because equal counts would otherwise be deduplicated.
    clickhouse_settings: { insert_deduplication_token: clickId(++made) },
    values: requests.map(({ at, ownerId, linkId, domain, clicks, misses, dropped }) => ({
      owner_id: ownerId ?? nobody,
      link_id: linkId ?? nobody,
      domain: domain ?? 0,
      quarter: Math.floor(Date.parse(at) / quarterMs) * (quarterMs / 1000),
      clicks: clicks ?? 0,
      misses: misses ?? 0,
      dropped: dropped ?? 0,
    })),
  });
}

const nobody = "00000000-0000-0000-0000-000000000000";

function clickId(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}
