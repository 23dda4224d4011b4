import { GraphQLDateTime } from "graphql-scalars";
import { Field, Float, Int, ObjectType } from "type-graphql";
import type { ClickRetention, RetentionPreview } from "./queries.ts";

@ObjectType("WaitingClickRetention", { description: "A retention that has not begun yet" })
export class WaitingRetentionType {
  @Field(() => Int, { description: "For how many days single clicks will be kept" })
  days!: number;

  @Field(() => GraphQLDateTime, { description: "When it begins; until then it can be cancelled" })
  from!: Date;
}

@ObjectType("ClickRetention", { description: "How long a workspace keeps single clicks; sums of older ones stay" })
export class ClickRetentionType implements ClickRetention {
  @Field(() => Int, { nullable: true, description: "For how many days single clicks are kept; null: for ever" })
  days!: number | null;

  @Field(() => WaitingRetentionType, { nullable: true, description: "What will take its place" })
  waiting!: WaitingRetentionType | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was last changed" })
  setAt!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The first day of UTC that has single clicks: lists, filters and exports begin there. Null where none were removed",
  })
  clicksSince!: string | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Since when older clicks stay because an export of the workspace has to write them first",
  })
  heldSince!: Date | null;
}

@ObjectType("ClickRetentionPreview", { description: "What a retention would remove if it held now" })
export class RetentionPreviewType implements RetentionPreview {
  @Field(() => String, { description: "Single clicks before this day of UTC would be removed" })
  before!: string;

  @Field(() => Float, { description: "How many they are" })
  clicks!: number;
}
