import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { NewReport } from "./commands.ts";
import type { Cadence } from "./period.ts";
import type { Report } from "./queries.ts";

export const CadenceType = enumType("ReportCadence", "How often a report is sent", {
  weekly: "Each Monday, of the week before",
  monthly: "On the first of each month, of the month before",
});

@ObjectType("Report", { description: "Figures of the workspace that an address gets by mail" })
export class ReportType implements Omit<Report, "ownerId" | "nextDay"> {
  @Field(() => GraphQLUUID, { description: "Identifier of the report" })
  id!: string;

  @Field(() => String, { description: "Who gets it" })
  email!: string;

  @Field(() => CadenceType, { description: "How often" })
  cadence!: Cadence;

  @Field(() => String, { description: "Time zone of its weeks and months, an IANA name" })
  tz!: string;

  @Field(() => GraphQLDateTime, { description: "When it was asked for" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the address agreed; null: nothing is sent yet" })
  confirmedAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the next one is sent" })
  dueAt!: Date | null;
}

@InputType("CreateReportInput", { description: "A report that an address is asked about" })
export class CreateReportInput implements NewReport {
  @Field(() => String, { description: "Who is to get it: the address has to agree by a link that is mailed there" })
  email!: string;

  @Field(() => CadenceType, { description: "How often" })
  cadence!: Cadence;

  @Field(() => String, { defaultValue: "UTC", description: "Time zone of its weeks and months, an IANA name" })
  tz!: string;
}
