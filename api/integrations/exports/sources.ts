import type { ClickHouseClient } from "@hoplog/platform/clickhouse/client.js";
import {
  clickMarks,
  type ExportedClicks,
  type ExportedFile,
  firstClick,
  openClicksFile,
  type PeriodMark,
} from "./clicksFile.ts";
import type { ExportContent } from "./contents.ts";
import { conversionMarks, firstConversion, openConversionsFile } from "./conversionsFile.ts";

/** The source of the rows of a content type (clicks or conversions). */
interface Source {
  readonly open: (clickhouse: ClickHouseClient, of: ExportedClicks, signal: AbortSignal) => Promise<ExportedFile>;
  /** Returns a fingerprint per period, by its start in milliseconds; empty periods are omitted. */
  readonly marks: (
    clickhouse: ClickHouseClient,
    of: ExportedClicks,
    periodMs: number,
  ) => Promise<ReadonlyMap<number, PeriodMark>>;
  readonly first: (clickhouse: ClickHouseClient, ownerId: string) => Promise<Date | null>;
}

export const sources: Readonly<Record<ExportContent, Source>> = {
  clicks: { open: openClicksFile, marks: clickMarks, first: firstClick },
  conversions: { open: openConversionsFile, marks: conversionMarks, first: firstConversion },
};
