import {
  shareDimensions,
  type ShareDimension,
  type ShareFigure,
  type ShareTarget,
} from "@hoplog/schema/shares/share.js";
import { fieldDescriptions, listedFields } from "@hoplog/schema/clicks/filters.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";

const TargetType = enumType<ShareTarget>("ShareTarget", "What a shared page is about", {
  workspace: "All clicks",
  group: "The clicks of the links that are in a group now",
  link: "The clicks of one link",
});

const FigureType = enumType<ShareFigure>("ShareFigure", "A figure that a shared page may show", {
  clicks: "Clicks of people",
  uniqueVisitors: "Told apart within one UTC day, and added up over the days",
  bots: "Visits of bots",
  chart: "Clicks over time",
  conversions: "Leads and sales, also of the values of lists",
  revenue: "Revenue by currency, also of the values of lists",
});

const dimensions: ReadonlySet<string> = new Set(shareDimensions);
const DimensionType = enumType(
  "ShareDimension",
  "A list that a shared page may show and be narrowed by",
  fieldDescriptions(listedFields.filter(({ name }) => dimensions.has(name))),
);

@ObjectType("Share", { description: "A page of figures that is shown to others at a secret address" })
export class ShareType {
  @Field(() => GraphQLUUID, { description: "Identifier of the page" })
  id!: string;

  @Field(() => String, { description: "What stands above the page" })
  name!: string;

  @Field(() => TargetType, { description: "What it is about" })
  target!: ShareTarget;

  @Field(() => GraphQLUUID, { nullable: true, description: "The group or the link" })
  targetId!: string | null;

  @Field(() => String, { nullable: true, description: "What the owner calls the group or the link" })
  targetName!: string | null;

  @Field(() => [FigureType], { description: "What it shows" })
  figures!: ShareFigure[];

  @Field(() => [DimensionType], { description: "The lists that it shows, in their order" })
  dimensions!: ShareDimension[];

  @Field(() => String, { description: "IANA: days are its" })
  timeZone!: string;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Nothing before it is ever shown" })
  from!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "From then on there is no page" })
  expiresAt!: Date | null;

  @Field(() => Boolean, { description: "Whether visitors are asked for a password" })
  hasPassword!: boolean;

  @Field(() => [String], { description: "Sites that may embed the page" })
  origins!: string[];

  @Field(() => GraphQLDateTime, { description: "When it was made" })
  createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was last changed" })
  updatedAt!: Date;

  revision!: number;
}

@ObjectType("ShareWithUrl", { description: "A shared page with its address" })
export class AddressedShareType {
  @Field(() => ShareType, { description: "The page" })
  share!: ShareType;

  @Field(() => String, { description: "Secret: whoever has it sees the page. Shown this once" })
  url!: string;
}

@InputType({ description: "What is absent stays as it is, null clears" })
export class UpdateShareInput {
  @Field(() => String, { nullable: true, description: "What stands above the page" })
  name?: string | null;

  @Field(() => [FigureType], { nullable: true, description: "What it shows; at least one" })
  figures?: ShareFigure[] | null;

  @Field(() => [DimensionType], { nullable: true, description: "The lists that it shows" })
  dimensions?: ShareDimension[] | null;

  @Field(() => String, { nullable: true, description: "IANA: days are its" })
  timeZone?: string | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Nothing before it is ever shown" })
  from?: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "From then on there is no page" })
  expiresAt?: Date | null;

  @Field(() => String, { nullable: true, description: "From 8 to 128 characters; null or empty: none" })
  password?: string | null;

  @Field(() => [String], { nullable: true, description: "Sites that may embed it, such as https://example.com" })
  origins?: string[] | null;
}

@InputType({ description: "A new shared page" })
export class CreateShareInput extends UpdateShareInput {
  @Field(() => TargetType, { description: "What it is about" })
  target!: ShareTarget;

  @Field(() => GraphQLUUID, { nullable: true, description: "The group or the link" })
  targetId?: string | null;
}
