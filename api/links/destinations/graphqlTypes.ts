import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/contract/enumeration.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import type { DestinationProblem, ShownDestination } from "../core/destinationOfLink.ts";

export const DestinationProblemType = enumType<DestinationProblem>(
  "DestinationProblem",
  "Why visitors don't get what a link promises",
  {
    notFound: "The server says that it isn't there (404 or 410)",
    hostNotFound: "Its host is not known to DNS",
    connectionRefused: "Nothing answers there: connections are refused",
    certificateInvalid: "Its certificate is not valid",
    serverError: "The server has failed (5xx)",
    noAnswer: "It doesn't answer in time, or hangs up",
    tooManyRedirects: "It redirects again and again",
  },
);

@ObjectType("Destination", { description: "What the page that a link leads to says of itself, as it was fetched last" })
export class DestinationType implements ShownDestination {
  @Weighs({ text: 2 })
  @Field(() => String, { nullable: true, description: "Its title" })
  title!: string | null;

  @Weighs({ text: 4 })
  @Field(() => String, { nullable: true, description: "What it says of itself in a sentence or two" })
  description!: string | null;

  @Weighs({ text: 2 })
  @Field(() => String, { nullable: true, description: "The path of its icon, good for a day without a token" })
  iconUrl!: string | null;

  @Weighs({ text: 2 })
  @Field(() => String, { nullable: true, description: "The path of its picture, good for a day without a token" })
  pictureUrl!: string | null;

  @Field(() => DestinationProblemType, { nullable: true, description: "What was wrong at the last check" })
  problem!: DestinationProblem | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was checked last" })
  checkedAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Since when visitors don't get there, as far as checks say; null while they do",
  })
  deadSince!: Date | null;
}
