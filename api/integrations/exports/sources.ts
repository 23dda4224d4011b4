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

/** Where the rows of files come from. */
interface Source {
  readonly open: (clickhouse: ClickHouseClient, of: ExportedClicks, signal: AbortSignal) => Promise<ExportedFile>;
  /** By the milliseconds at which periods begin; without those that have nothing. */
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
