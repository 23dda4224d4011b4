import { limits } from "@hoplog/schema/limits.js";
import { z } from "zod";
import { count, etag, instant, recordId } from "../../kernel/contract/answerPieces.ts";
import { optionalText, text } from "../../kernel/contract/parse.ts";
import { entity, input } from "../../kernel/contract/entity.ts";
import { enumeration } from "../../kernel/contract/enumeration.ts";
import { dateOrMoment, largeCount } from "../../kernel/contract/values.ts";
import type { ExportContent } from "./contents.ts";
import type { ExportCadence } from "./period.ts";
import type { ClickExport, ExportedFile, FileState } from "./queries.ts";
import type { Trial } from "./tryExport.ts";

const cadence = enumeration<ExportCadence>("ClickExportCadence", "Period of a file", {
  hourly: "An hour",
  daily: "A day in UTC",
});

const fileState = enumeration<FileState>("ExportedFileState", "State of a file", {
  written: "It is in the bucket",
  empty: "The period had no rows, so no file was written",
  waiting: "It will be written",
  writing: "It is being written",
  failed: "The last attempt failed and will be retried",
});

export const exportContent = enumeration<ExportContent>("ExportContent", "Content of files", {
  clicks: "Clicks of their period",
  conversions: "Conversions that were reported in their period",
});

const texts = {
  name: "Name for its owner",
  endpoint: "URL of the S3 server",
  region: "Region of the bucket",
  bucket: "Name of the bucket",
  prefix: "Prefix of the keys of all files",
  pathStyle: "Whether URLs contain the bucket in the path instead of the host name",
  accessKeyId: "ID of the access key",
  cadence: "Period of each file",
  bots: "Whether visits of bots are exported too",
  conversions: "Whether conversions are exported too, in separate files",
  enabled: "Whether files are written",
};

/** An export in API responses. */
export const clickExport = entity<ClickExport>()({
  name: "ClickExport",
  description: "A bucket in S3-compatible storage that receives clicks",
  fields: {
    id: recordId.describe("ID of the export"),
    name: z.string().describe(texts.name),
    endpoint: z.string().describe(texts.endpoint),
    region: z.string().describe(texts.region),
    bucket: z.string().describe(texts.bucket),
    prefix: z.string().describe(texts.prefix),
    pathStyle: z.boolean().describe(texts.pathStyle),
    accessKeyId: z.string().describe("ID of the access key; its secret cannot be read"),
    cadence: cadence.describe(texts.cadence),
    bots: z.boolean().describe(texts.bots),
    conversions: z.boolean().describe(texts.conversions),
    from: instant.describe("Time of the first exported clicks"),
    enabled: z.boolean().describe(texts.enabled),
    createdAt: instant.describe("Creation time"),
    error: z.string().nullable().describe("Reason why the last attempt failed; null if it succeeded"),
    failingSince: instant.nullable().describe("Start of the current series of failures; null for none"),
    filesWritten: count.describe("Number of files in the bucket"),
    filesWaiting: count.describe("Number of files that will be written"),
    lastWrittenAt: instant.nullable().describe("Time of the last written file"),
    etag,
  },
  computed: {},
});

/** A file of an export. */
export const exportedFile = entity<ExportedFile>()({
  name: "ExportedFile",
  description: "Clicks or conversions of one hour or day in a bucket",
  fields: {
    startAt: instant.describe("Start of its period"),
    key: z.string().describe("Key in the bucket"),
    state: fileState.describe("State of the file"),
    rows: largeCount.nullable().describe("Number of clicks or conversions in it"),
    bytes: largeCount.nullable().describe("Size in bytes"),
    writtenAt: instant.nullable().describe("Time of the last write"),
    error: z.string().nullable().describe("Reason why the last attempt failed"),
    dueAt: instant.nullable().describe("Time of the next write; null if the file is up to date"),
  },
  computed: {},
});

/** The result of a test write. */
export const trial = entity<Trial>()({
  name: "ClickExportTrial",
  description: "Whether a small object could be written to a bucket and removed",
  fields: {
    written: z.boolean().describe("Whether it could be written"),
    removed: z.boolean().describe("Whether it could be removed, which exports do not need"),
    problem: z.string().nullable().describe("Reason of the failure; null for none"),
  },
  computed: {},
});

/** Region of a bucket if none is given. */
export const defaultRegion = "us-east-1";

const yesNo = z.boolean("Must be true or false");
const optional = z.string("Must be a text").nullish();

export const newClickExport = input("CreateClickExportInput", "A new export", {
  name: text.describe(`${texts.name}, at most ${limits.clickExportNameMax} characters`),
  endpoint: text.describe(`${texts.endpoint}, without a path`),
  region: optionalText.default(defaultRegion).describe(texts.region),
  bucket: text.describe(texts.bucket),
  prefix: optionalText.default("").describe(texts.prefix),
  pathStyle: yesNo.default(true).describe(texts.pathStyle),
  accessKeyId: text.describe(texts.accessKeyId),
  secret: text.describe("Secret access key, which cannot be read again"),
  cadence: cadence.default("daily").describe(texts.cadence),
  from: dateOrMoment.nullish().describe("Time of the first exported clicks, which may be in the past; now by default"),
  bots: yesNo.default(false).describe(texts.bots),
  conversions: yesNo.default(false).describe(`${texts.conversions} by their report time`),
});
export type NewClickExport = z.output<typeof newClickExport>;

export const clickExportChanges = input(
  "UpdateClickExportInput",
  "Changes to an export; omitted fields keep their value",
  {
    name: optional.describe(texts.name),
    enabled: yesNo.nullish().describe(texts.enabled),
    conversions: yesNo.nullish().describe(texts.conversions),
    accessKeyId: optional.describe("ID of a new access key, together with its secret"),
    secret: optional.describe("New secret access key"),
  },
);
export type ClickExportChange = z.output<typeof clickExportChanges>;
