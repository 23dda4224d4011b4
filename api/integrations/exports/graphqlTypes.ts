import { limits } from "@hoplog/schema/limits.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, Float, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import { ofEtag } from "../../kernel/calls/conditional.ts";
import type { ClickExportChange, NewClickExport } from "./input.ts";
import type { ExportContent } from "./contents.ts";
import type { ExportCadence } from "./period.ts";
import type { ClickExport, ExportedFile, FileState } from "./queries.ts";
import type { Trial } from "./tryExport.ts";

const CadenceType = enumType<ExportCadence>("ClickExportCadence", "How long the clicks of one file are", {
  hourly: "An hour",
  daily: "A day of UTC",
});

const StateType = enumType<FileState>("ExportedFileState", "How far a file is", {
  written: "It is in the bucket",
  empty: "There was nothing, and no file was written",
  waiting: "It will be written",
  writing: "It is being written",
  failed: "The last try has failed; it is tried again",
});

export const ContentType = enumType<ExportContent>("ExportContent", "What files hold", {
  clicks: "The clicks of their period",
  conversions: "The conversions that were reported in their period",
});

@ObjectType("ClickExport", { description: "A bucket of S3-compatible storage to which clicks are exported" })
export class ClickExportType implements ClickExport {
  @Field(() => GraphQLUUID, { description: "Identifier of the export" })
  id!: string;

  @Field(() => String, ofEtag)
  etag!: string;

  @Field(() => String, { description: "What its owner calls it" })
  name!: string;

  @Field(() => String, { description: "Address of the S3 server" })
  endpoint!: string;

  @Field(() => String, { description: "Region of the bucket" })
  region!: string;

  @Field(() => String, { description: "Name of the bucket" })
  bucket!: string;

  @Field(() => String, { description: "What the keys of all files begin with" })
  prefix!: string;

  @Field(() => Boolean, { description: "Whether the bucket stands in the path of addresses, not in the host's name" })
  pathStyle!: boolean;

  @Field(() => String, { description: "Access key id; the secret that belongs to it can't be read" })
  accessKeyId!: string;

  @Field(() => CadenceType, { description: "How long the clicks of one file are" })
  cadence!: ExportCadence;

  @Field(() => Boolean, { description: "Whether bots are exported too" })
  bots!: boolean;

  @Field(() => Boolean, { description: "Whether conversions are exported too, in files of their own" })
  conversions!: boolean;

  @Field(() => GraphQLDateTime, { description: "From when on clicks are exported" })
  from!: Date;

  @Field(() => Boolean, { description: "Whether files are written" })
  enabled!: boolean;

  @Field(() => GraphQLDateTime, { description: "When it was set up" })
  createdAt!: Date;

  @Field(() => String, { nullable: true, description: "Why the last try has failed; null: it has not" })
  error!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Since when all tries have failed" })
  failingSince!: Date | null;

  @Field(() => Int, { description: "Files in the bucket" })
  filesWritten!: number;

  @Field(() => Int, { description: "Files that are to be written" })
  filesWaiting!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the last file was written" })
  lastWrittenAt!: Date | null;
}

@ObjectType("ExportedFile", { description: "The clicks or conversions of one hour or day, in a bucket" })
export class ExportedFileType implements ExportedFile {
  @Field(() => GraphQLDateTime, { description: "When its period begins" })
  startAt!: Date;

  @Field(() => String, { description: "Its key in the bucket" })
  key!: string;

  @Field(() => StateType, { description: "How far it is" })
  state!: FileState;

  @Field(() => Float, { nullable: true, description: "Clicks or conversions in it" })
  rows!: number | null;

  @Field(() => Float, { nullable: true, description: "Its size" })
  bytes!: number | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was written last" })
  writtenAt!: Date | null;

  @Field(() => String, { nullable: true, description: "Why the last try has failed" })
  error!: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it is written next; null: it is up to date" })
  dueAt!: Date | null;
}

@ObjectType("ClickExportTrial", { description: "Whether a small object could be written into a bucket and removed" })
export class TrialType implements Trial {
  @Field(() => Boolean, { description: "Whether it could be written" })
  written!: boolean;

  @Field(() => Boolean, { description: "Whether it could be removed, which exports don't need" })
  removed!: boolean;

  @Field(() => String, { nullable: true, description: "What has failed; null: nothing" })
  problem!: string | null;
}

@InputType("CreateClickExportInput", { description: "A bucket to which clicks are to be exported" })
export class CreateClickExportInput implements NewClickExport {
  @Field(() => String, { description: `What it is called, at most ${limits.clickExportNameMax} characters` })
  name!: string;

  @Field(() => String, { description: "Address of the S3 server, without a path" })
  endpoint!: string;

  @Field(() => String, { defaultValue: "us-east-1", description: "Region of the bucket" })
  region!: string;

  @Field(() => String, { description: "Name of the bucket" })
  bucket!: string;

  @Field(() => String, { defaultValue: "", description: "What the keys of all files begin with" })
  prefix!: string;

  @Field(() => Boolean, {
    defaultValue: true,
    description: "Whether the bucket stands in the path of addresses, not in the host's name",
  })
  pathStyle!: boolean;

  @Field(() => String, { description: "Access key id" })
  accessKeyId!: string;

  @Field(() => String, { description: "The secret access key; it can't be read again" })
  secret!: string;

  @Field(() => CadenceType, { defaultValue: "daily", description: "How long the clicks of one file are" })
  cadence!: ExportCadence;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "From when on clicks are exported, also in the past; from now on unless given",
  })
  from?: Date | null;

  @Field(() => Boolean, { defaultValue: false, description: "Whether bots are exported too" })
  bots!: boolean;

  @Field(() => Boolean, {
    defaultValue: false,
    description: "Whether conversions are exported too, in files of their own by when they were reported",
  })
  conversions!: boolean;
}

@InputType("UpdateClickExportInput", { description: "What is to change; what is left out stays" })
export class UpdateClickExportInput implements ClickExportChange {
  @Field(() => String, { nullable: true, description: "What it is called" })
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether files are written" })
  enabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: "Whether conversions are exported too" })
  conversions?: boolean | null;

  @Field(() => String, { nullable: true, description: "Another access key id, with its secret" })
  accessKeyId?: string | null;

  @Field(() => String, { nullable: true, description: "Another secret access key" })
  secret?: string | null;
}
