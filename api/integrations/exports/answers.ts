import { z } from "zod";
import { answer, count, etag, instant, message, recordId } from "../../kernel/calls/answers.ts";
import type { Answers, Tag } from "../../kernel/calls/operation.ts";
import { exportCadences } from "./period.ts";
import { fileStates } from "./queries.ts";

const clickExport = z.object({
  _id: recordId,
  name: z.string(),
  endpoint: z.string(),
  region: z.string(),
  bucket: z.string(),
  prefix: z.string(),
  pathStyle: z.boolean(),
  accessKeyId: z.string().describe("The secret that belongs to it can't be read"),
  cadence: z.enum(exportCadences),
  bots: z.boolean(),
  conversions: z.boolean().describe("Whether conversions are written too"),
  from: instant,
  enabled: z.boolean(),
  createdAt: instant,
  error: z.string().nullable().describe("Why the last try has failed"),
  failingSince: instant.nullable(),
  filesWritten: count,
  filesWaiting: count,
  lastWrittenAt: instant.nullable(),
  etag,
});

const file = z.object({
  startAt: instant,
  key: z.string(),
  state: z.enum(fileStates),
  rows: count.nullable(),
  bytes: count.nullable(),
  writtenAt: instant.nullable(),
  error: z.string().nullable(),
  dueAt: instant.nullable().describe("When it is written next; null: it is up to date"),
});

const trial = z.object({ written: z.boolean(), removed: z.boolean(), problem: z.string().nullable() });

export const clickExportAnswers = {
  ClickExport: clickExport,
  ClickExportAnswer: answer({ message, data: clickExport }),
  ClickExportsAnswer: answer({ data: z.array(clickExport) }),
  ExportedFilesAnswer: answer({ data: z.array(file) }),
  ClickExportTrialAnswer: answer({ data: trial }),
  ExportRangeAnswer: answer({ message, data: z.object({ files: count }) }),
} satisfies Answers;

export const clickExportsTag: Tag = {
  name: "Exports of clicks",
  description: "Clicks as Parquet files in a bucket of one's own, each hour or day",
};
