import { limits } from "@hoplog/schema/limits.js";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { GraphQLDateTime, GraphQLUUID } from "graphql-scalars";
import { Arg, Ctx, Int, Mutation, Query, Resolver, FieldResolver, Root } from "type-graphql";
import type { Actor } from "../../kernel/calls/actor.ts";
import { ConditionalActor, ofEtag } from "../../kernel/calls/conditional.ts";
import { etagOfSettings } from "../../kernel/calls/etag.ts";
import { type GraphqlContext, requireActor } from "../../kernel/calls/graphqlContext.ts";
import { Weighs } from "../../kernel/calls/weight.ts";
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from "./commands.ts";
import {
  CreateWebhookInput,
  MessageStateType,
  UpdateWebhookInput,
  WebhookMessageType,
  WebhookType,
  WebhookWithSecretType,
  WholeWebhookMessageType,
} from "./graphqlTypes.ts";
import { getMessage, listMessages, listWebhooks } from "./queries.ts";
import { resendFailed, resendMessage, testWebhook } from "./resend.ts";
import type { WebhookServices } from "./services.ts";
import { editedOf, type MessageState } from "./outbox/webhook.ts";

type Context = GraphqlContext<WebhookServices>;

@Resolver()
export class WebhookResolvers {
  @Weighs({ length: webhookLimits.perWorkspace })
  @Query(() => [WebhookType], { description: "The workspace's webhooks, oldest first" })
  webhooks(@Ctx() context: Context): Promise<WebhookType[]> {
    return listWebhooks(context.services, requireActor(context));
  }

  @Query(() => [WebhookMessageType], { description: "Messages of a webhook, the latest first" })
  webhookMessages(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("state", () => MessageStateType, { nullable: true, description: "Those of this state alone" })
    state: MessageState | null,
    @Arg("before", () => GraphQLUUID, { nullable: true, description: "Those before this message" })
    before: string | null,
    @Arg("limit", () => Int, { defaultValue: limits.listDefault, description: `At most ${limits.listMax}` })
    limit: number,
  ): Promise<WebhookMessageType[]> {
    return listMessages(context.services, requireActor(context), id, { state, before, limit });
  }

  @Query(() => WholeWebhookMessageType, {
    description: "A message with what was sent and every attempt; an API key needs links:read and stats:read too",
  })
  webhookMessage(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("messageId", () => GraphQLUUID) messageId: string,
  ): Promise<WholeWebhookMessageType> {
    return getMessage(context.services, requireActor(context), id, messageId);
  }

  @Mutation(() => WebhookWithSecretType, { description: "Has events sent to a server from now on" })
  createWebhook(
    @Ctx() context: Context,
    @Arg("input", () => CreateWebhookInput) input: CreateWebhookInput,
  ): Promise<WebhookWithSecretType> {
    return createWebhook(context.services, requireActor(context), input);
  }

  @Mutation(() => WebhookType, { description: "Changes a webhook, pauses it, or switches it on again" })
  updateWebhook(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("input", () => UpdateWebhookInput) { url, events, ...input }: UpdateWebhookInput,
  ): Promise<WebhookType> {
    const change = { ...input, ...(url && { url }), ...(events && { events }) };
    return updateWebhook(context.services, actor, id, change);
  }

  @Mutation(() => GraphQLUUID, { description: "Ends a webhook. Gives the id of what is gone" })
  async deleteWebhook(
    @Ctx() context: Context,
    @ConditionalActor() actor: Actor,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<string> {
    await deleteWebhook(context.services, actor, id);
    return id;
  }

  @Mutation(() => WebhookWithSecretType, {
    description: "Gives a webhook a new secret; for a day messages are signed by both",
  })
  rotateWebhookSecret(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
  ): Promise<WebhookWithSecretType> {
    return rotateWebhookSecret(context.services, requireActor(context), id);
  }

  @Mutation(() => GraphQLUUID, { description: "Sends a test to a webhook; gives the message's id" })
  testWebhook(@Ctx() context: Context, @Arg("id", () => GraphQLUUID) id: string): Promise<string> {
    return testWebhook(context.services, requireActor(context), id);
  }

  @Mutation(() => GraphQLUUID, { description: "Sends a message again; gives its id" })
  async resendWebhookMessage(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("messageId", () => GraphQLUUID) messageId: string,
  ): Promise<string> {
    await resendMessage(context.services, requireActor(context), id, messageId);
    return messageId;
  }

  @Mutation(() => Int, {
    description: "Sends all messages again that were written since a moment and have failed; gives how many",
  })
  resendFailedWebhookMessages(
    @Ctx() context: Context,
    @Arg("id", () => GraphQLUUID) id: string,
    @Arg("since", () => GraphQLDateTime) since: Date,
  ): Promise<number> {
    return resendFailed(context.services, requireActor(context), id, since);
  }
}

@Resolver(() => WebhookType)
export class WebhookFields {
  @FieldResolver(() => String, ofEtag)
  etag(@Root() webhook: WebhookType): string {
    return etagOfSettings(editedOf(webhook));
  }
}
