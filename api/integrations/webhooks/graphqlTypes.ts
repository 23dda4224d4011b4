import { type WebhookEvent, webhookEventNames, webhookLimits } from "@hoplog/schema/webhooks.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Field, InputType, Int, ObjectType } from "type-graphql";
import { enumType } from "../../kernel/calls/enumType.ts";
import type { NewWebhook } from "./input.ts";
import type {
  DisabledReason,
  MessageState,
  Webhook,
  WebhookAttempt,
  WebhookMessage,
  WebhookState,
} from "./outbox/webhook.ts";

const StateType = enumType<WebhookState>("WebhookState", "Whether messages are sent", {
  active: "They are",
  paused: "They are written, and wait",
  disabled: "It was switched off, and nothing is written",
});

const ReasonType = enumType<DisabledReason>("WebhookDisabledReason", "Why a webhook was switched off", {
  failing: `Nothing was delivered for ${webhookLimits.disabledAfterDays} days`,
  gone: "The receiver has answered 410",
  backlog: `More than ${webhookLimits.waitingMax} messages waited`,
});

export const MessageStateType = enumType<MessageState>("WebhookMessageState", "What has become of a message", {
  pending: "It waits to be sent, for the first time or again",
  delivered: "The receiver has taken it",
  failed: "It was given up",
});

const eventsDescription = `Of ${webhookEventNames.join(", ")}`;

@ObjectType("Webhook", { description: "A server that events are sent to" })
export class WebhookType implements Webhook {
  @Field(() => GraphQLUUID, { description: "Identifier of the webhook" })
  id!: string;

  @Field(() => String, { description: "What its owner calls it" })
  name!: string;

  @Field(() => String, { description: "Where messages are sent" })
  url!: string;

  @Field(() => [String], { description: eventsDescription })
  events!: readonly WebhookEvent[];

  @Field(() => [GraphQLUUID], { description: "With groupIds: the links whose events are sent; both empty: all" })
  linkIds!: readonly string[];

  @Field(() => [GraphQLUUID], { description: "Groups whose links' events are sent" })
  groupIds!: readonly string[];

  @Field(() => [Int], { description: "Numbers of clicks that link.clicks is sent at" })
  clickMilestones!: readonly number[];

  @Field(() => Boolean, { description: "Whether a message of a link waits for the one before" })
  ordered!: boolean;

  @Field(() => StateType, { description: "Whether messages are sent" })
  state!: WebhookState;

  @Field(() => ReasonType, { nullable: true, description: "Why it was switched off" })
  disabledReason!: DisabledReason | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "Since when all attempts have failed" })
  failingSince!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When something was delivered last, to the minute" })
  succeededAt!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Until when messages are signed by the secret before as well",
  })
  previousSecretUntil!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was made" })
  createdAt!: Date;
}

@ObjectType("WebhookWithSecret", { description: "A webhook with its secret, which is shown this once" })
export class WebhookWithSecretType {
  @Field(() => WebhookType, { description: "The webhook" })
  webhook!: WebhookType;

  @Field(() => String, { description: "What messages are signed with; it can't be read again" })
  secret!: string;
}

@ObjectType("WebhookMessage", { description: "What was sent to a webhook, or is to be" })
export class WebhookMessageType implements WebhookMessage {
  @Field(() => GraphQLUUID, { description: "Sent as webhook-id" })
  id!: string;

  @Field(() => String, { description: "Its event, or test" })
  type!: string;

  @Field(() => GraphQLUUID, { nullable: true, description: "The link that it is about" })
  linkId!: string | null;

  @Field(() => MessageStateType, { description: "What has become of it" })
  state!: MessageState;

  @Field(() => GraphQLDateTime, { description: "When it was written" })
  createdAt!: Date;

  @Field(() => Int, { description: "Attempts since it was written, or sent again by hand" })
  attempts!: number;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it is sent next" })
  nextAttemptAt!: Date | null;

  @Field(() => GraphQLDateTime, { nullable: true, description: "When it was delivered or given up" })
  endedAt!: Date | null;

  @Field(() => Int, { nullable: true, description: "Status of the last answer" })
  status!: number | null;

  @Field(() => String, { nullable: true, description: "Why the last attempt has failed" })
  error!: string | null;
}

@ObjectType("WebhookAttempt", { description: "One attempt to deliver a message" })
export class WebhookAttemptType implements WebhookAttempt {
  @Field(() => GraphQLDateTime, { description: "When it began" })
  at!: Date;

  @Field(() => Int, { description: "How long it took" })
  milliseconds!: number;

  @Field(() => Int, { nullable: true, description: "Status of the answer; null: there was none" })
  status!: number | null;

  @Field(() => String, { nullable: true, description: "Why it has failed" })
  error!: string | null;

  @Field(() => String, { nullable: true, description: "The beginning of the answer" })
  response!: string | null;
}

@ObjectType("WebhookMessageDetails", { description: "A message with what was sent and every attempt" })
export class WholeWebhookMessageType extends WebhookMessageType {
  @Field(() => String, { description: "As it is sent" })
  body!: string;

  @Field(() => [WebhookAttemptType], { description: "The first one first" })
  attemptLog!: readonly WebhookAttemptType[];
}

@InputType()
abstract class WebhookInput {
  @Field(() => [GraphQLUUID], { nullable: true, description: "Links whose events are sent" })
  linkIds?: string[] | null;

  @Field(() => [GraphQLUUID], { nullable: true, description: "Groups whose links' events are sent" })
  groupIds?: string[] | null;

  @Field(() => [Int], { nullable: true, description: "Numbers of clicks that link.clicks is sent at" })
  clickMilestones?: number[] | null;

  @Field(() => Boolean, { nullable: true, description: "Whether a message of a link waits for the one before" })
  ordered?: boolean | null;
}

@InputType("CreateWebhookInput", { description: "A server that events are to be sent to" })
export class CreateWebhookInput extends WebhookInput implements NewWebhook {
  @Field(() => String, { description: "Where messages are sent" })
  url!: string;

  @Field(() => [String], { description: eventsDescription })
  events!: string[];

  @Field(() => String, { nullable: true, description: "What it is called; the host of its URL unless given" })
  name?: string | null;
}

@InputType("UpdateWebhookInput", { description: "What is to change; what is left out stays" })
export class UpdateWebhookInput extends WebhookInput {
  @Field(() => String, { nullable: true, description: "Where messages are sent" })
  url?: string | null;

  @Field(() => [String], { nullable: true, description: eventsDescription })
  events?: string[] | null;

  @Field(() => String, { nullable: true, description: "What it is called" })
  name?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True: messages wait; false: it goes on, also where it was switched off",
  })
  paused?: boolean | null;
}
