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

const cadence = enumeration<ExportCadence>("ClickExportCadence", "Period that each file covers", {
  hourly: "One hour",
  daily: "One day (UTC)",
});

const fileState = enumeration<FileState>("ExportedFileState", "State of a file", {
  written: "The file is in the bucket",
  empty: "The period had no rows, so no file was written",
  waiting: "The file waits to be written",
  writing: "The file is being written",
  failed: "The last attempt failed; the server will try again",
});

export const exportContent = enumeration<ExportContent>("ExportContent", "Content of a file", {
  clicks: "Clicks of the period",
  conversions: "Conversions reported in the period",
});

const texts = {
  name: "Name of the export",
  endpoint: "URL of the S3 server",
  region: "Region of the bucket",
  bucket: "Name of the bucket",
  prefix: "Prefix of the keys of all files",
  pathStyle: "Whether the bucket is addressed in the URL path instead of the host name",
  accessKeyId: "Access key ID",
  cadence: "Period that each file covers",
  bots: "Whether clicks by bots are included",
  conversions: "Whether conversions are also exported, in separate files",
  enabled: "Whether the export is switched on",
};

/** An export in API responses. */
export const clickExport = entity<ClickExport>()({
  name: "ClickExport",
  description: "A bucket in S3-compatible storage to which clicks are exported",
  fields: {
    id: recordId.describe("Export ID"),
    name: z.string().describe(texts.name),
    endpoint: z.string().describe(texts.endpoint),
    region: z.string().describe(texts.region),
    bucket: z.string().describe(texts.bucket),
    prefix: z.string().describe(texts.prefix),
    pathStyle: z.boolean().describe(texts.pathStyle),
    accessKeyId: z.string().describe("Access key ID; the secret access key is never returned"),
    cadence: cadence.describe(texts.cadence),
    bots: z.boolean().describe(texts.bots),
    conversions: z.boolean().describe(texts.conversions),
    from: instant.describe("Time of the first exported clicks"),
    enabled: z.boolean().describe(texts.enabled),
    createdAt: instant.describe("Creation time"),
    error: z.string().nullable().describe("Reason why the last attempt failed; null if it did not fail"),
    failingSince: instant
      .nullable()
      .describe("Start of the current series of failures; null if the last attempt succeeded"),
    filesWritten: count.describe("Number of files written to the bucket"),
    filesWaiting: count.describe("Number of files waiting to be written"),
    lastWrittenAt: instant.nullable().describe("Time when the last file was written; null if none was"),
    etag,
  },
  computed: {},
});

/** A file of an export. */
export const exportedFile = entity<ExportedFile>()({
  name: "ExportedFile",
  description: "A file with the clicks or conversions of one hour or day",
  fields: {
    startAt: instant.describe("Start of the period"),
    key: z.string().describe("Key of the file in the bucket"),
    state: fileState.describe("State of the file"),
    rows: largeCount.nullable().describe("Number of clicks or conversions in the file; null until it is written"),
    bytes: largeCount.nullable().describe("Size of the file in bytes; null until it is written"),
    writtenAt: instant.nullable().describe("Time when the file was last written; null if never"),
    error: z.string().nullable().describe("Reason why the last attempt failed; null if it did not fail"),
    dueAt: instant.nullable().describe("Time of the next attempt to write the file; null if it is up to date"),
  },
  computed: {},
});

/** The result of a test write. */
export const trial = entity<Trial>()({
  name: "ClickExportTrial",
  description: "Result of a test that writes a small object to a bucket and deletes it",
  fields: {
    written: z.boolean().describe("Whether the test object was written"),
    removed: z.boolean().describe("Whether the test object was deleted, which exports do not require"),
    problem: z.string().nullable().describe("Reason of the failure; null if the test succeeded"),
  },
  computed: {},
});

/** Region of a bucket if none is given. */
export const defaultRegion = "us-east-1";

const yesNo = z.boolean("Must be true or false");
const optional = z.string("Must be a string").nullish();

export const newClickExport = input("CreateClickExportInput", "A new export", {
  name: text.describe(`${texts.name}, at most ${limits.clickExportNameMax} characters`),
  endpoint: text.describe(`${texts.endpoint}, without a path`),
  region: optionalText.default(defaultRegion).describe(texts.region),
  bucket: text.describe(texts.bucket),
  prefix: optionalText.default("").describe(texts.prefix),
  pathStyle: yesNo.default(true).describe(texts.pathStyle),
  accessKeyId: text.describe(texts.accessKeyId),
  secret: text.describe("Secret access key; it is never returned"),
  cadence: cadence.default("daily").describe(texts.cadence),
  from: dateOrMoment
    .nullish()
    .describe("Time of the first exported clicks, in the past or up to a year ahead; now by default"),
  bots: yesNo.default(false).describe(texts.bots),
  conversions: yesNo.default(false).describe(`${texts.conversions} by the time they were reported`),
});
export type NewClickExport = z.output<typeof newClickExport>;

export const clickExportChanges = input(
  "UpdateClickExportInput",
  "Changes to an export; omitted fields keep their value",
  {
    name: optional.describe(texts.name),
    enabled: yesNo.nullish().describe(texts.enabled),
    conversions: yesNo.nullish().describe(texts.conversions),
    accessKeyId: optional.describe("New access key ID; provide its secret too"),
    secret: optional.describe("New secret access key"),
  },
);
export type ClickExportChange = z.output<typeof clickExportChanges>;
