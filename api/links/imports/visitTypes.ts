import type { ImportSource } from "@hoplog/schema/imports/sources.js";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, Float, ObjectType } from "type-graphql";
import { importSource } from "./entities.ts";
import type { ImportedVisits, VisitCount } from "./visits/importedVisits.ts";

@ObjectType("VisitCount", { description: "A value, and how many imported visits have it" })
class VisitCountType {
  @Field(() => String, { description: "The value" })
  value!: string;

  @Field(() => Float, { description: "How many" })
  visits!: number;
}

@ObjectType("ImportedVisits", {
  description: "What another service has counted of a link before it was imported; no other figure counts it",
})
export class ImportedVisitsType implements ImportedVisits {
  @Field(() => importSource.enum, { description: "Who counted them" })
  source!: ImportSource;

  @Field(() => Float, { description: "All of them" })
  total!: number;

  @Field(() => Float, { description: "Those that the source took for bots" })
  bots!: number;

  @Field(() => Float, { description: "Those of which no more is known than how many they are" })
  undated!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the first one was; null: none is dated" })
  firstAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When the last one was" })
  lastAt!: Date | null;

  @Field(() => [VisitCountType], { description: "Months of UTC with visits, as 2026-11, in order" })
  months!: readonly VisitCount[];

  @Field(() => [VisitCountType], { description: "The ten that most came from, as ISO 3166-1" })
  countries!: readonly VisitCount[];

  @Field(() => [VisitCountType], { description: "The ten hosts that most came from" })
  referrers!: readonly VisitCount[];

  @Field(() => [VisitCountType], { description: "The ten browsers that most had" })
  browsers!: readonly VisitCount[];

  @Field(() => [VisitCountType], { description: "Devices: mobile, desktop, tablet" })
  devices!: readonly VisitCount[];
}
