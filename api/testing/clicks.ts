import type { TestApi } from "./testApi.ts";

export interface TestClick {
  readonly ownerId: string;
  readonly linkId: string;
  readonly at: string;
  readonly visitor?: number;
  readonly country?: string;
  readonly city?: string;
  readonly isp?: string;
  readonly device?: string;
  readonly browser?: string;
  readonly os?: string;
  readonly isBot?: boolean;
  readonly referrer?: string;
  readonly utmSource?: string;
  readonly batchId?: string;
}

let made = 0;

/** Puts clicks straight into ClickHouse, where its views count them as they do ingest's. */
export async function insertClicks(api: TestApi, clicks: readonly TestClick[]): Promise<void> {
  await api.services.clickhouse.insert({
    table: "clicks",
    format: "JSONEachRow",
    values: clicks.map((click) => ({
      owner_id: click.ownerId,
      link_id: click.linkId,
      at: click.at.replace("T", " ").replace("Z", ""),
      click_id: clickId(++made),
      batch_id: click.batchId ?? clickId(0),
      visitor: click.visitor ?? made,
      country: click.country ?? "",
      city: click.city ?? "",
      isp: click.isp ?? "",
      device: click.device ?? "Unknown",
      browser: click.browser ?? "",
      os: click.os ?? "",
      referrer: click.referrer ?? "",
      utm_source: click.utmSource ?? "",
      is_bot: click.isBot ?? false,
      bot_reason: click.isBot ? "crawler" : "",
    })),
  });
}

function clickId(number: number): string {
  return `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
}
