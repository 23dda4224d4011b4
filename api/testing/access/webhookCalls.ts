import type { GraphqlRow } from "./graphqlRow.ts";
import type { RestRow } from "./restRow.ts";

const ofOwner: RestRow["request"] = ({ owner }) => ({ id: owner.webhook.id });
const ofMessage: RestRow["request"] = ({ owner: { webhook } }) => ({ id: webhook.id, messageId: webhook.messageId });
const place = { url: "https://another.invalid/", events: ["link.deleted"] };
const nowhere = { url: "nowhere", events: ["link.deleted"] };
const since = "2026-01-01T00:00:00Z";

export const webhookCalls: readonly RestRow[] = [
  { call: "POST /api/webhooks", request: () => ({ body: place }), stranger: "ok", changes: true },
  {
    call: "POST /api/webhooks",
    how: "to nowhere",
    request: () => ({ body: nowhere }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  { call: "GET /api/webhooks", request: () => ({}), stranger: "ok", shows: ({ webhook }) => webhook.id },
  { call: "GET /api/webhooks/:id/messages", request: ofOwner, shows: ({ webhook }) => webhook.messageId },
  { call: "GET /api/webhooks/:id/messages/:messageId", request: ofMessage, shows: ({ webhook }) => webhook.messageId },
  {
    call: "PATCH /api/webhooks/:id",
    request: ({ owner }) => ({ id: owner.webhook.id, body: { paused: true } }),
    shows: ({ webhook }) => webhook.name,
    changes: true,
  },
  { call: "POST /api/webhooks/:id/rotate", request: ofOwner, changes: true },
  { call: "POST /api/webhooks/:id/test", request: ofOwner, changes: true },
  { call: "POST /api/webhooks/:id/messages/:messageId/resend", request: ofMessage, changes: true },
  {
    call: "POST /api/webhooks/:id/resend",
    request: ({ owner }) => ({ id: owner.webhook.id, body: { since } }),
    changes: true,
  },
  { call: "DELETE /api/webhooks/:id", request: ofOwner, changes: true },
];

export const webhookMutations: readonly GraphqlRow[] = [
  { call: "Mutation.createWebhook", request: () => ({ input: place }), stranger: "ok", changes: true },
  {
    call: "Mutation.createWebhook",
    how: "to nowhere",
    request: () => ({ input: nowhere }),
    stranger: "VALIDATION_ERROR",
    owner: "VALIDATION_ERROR",
  },
  {
    call: "Mutation.updateWebhook",
    request: ({ owner }) => ({ id: owner.webhook.id, input: { paused: true } }),
    shows: ({ webhook }) => webhook.id,
    changes: true,
  },
  { call: "Mutation.rotateWebhookSecret", request: ({ owner }) => ({ id: owner.webhook.id }), changes: true },
  { call: "Mutation.testWebhook", request: ({ owner }) => ({ id: owner.webhook.id }), changes: true },
  {
    call: "Mutation.resendWebhookMessage",
    request: ({ owner: { webhook } }) => ({ id: webhook.id, messageId: webhook.messageId }),
    changes: true,
  },
  {
    call: "Mutation.resendFailedWebhookMessages",
    request: ({ owner }) => ({ id: owner.webhook.id, since: new Date(since) }),
    changes: true,
  },
  {
    call: "Mutation.deleteWebhook",
    request: ({ owner }) => ({ id: owner.webhook.id }),
    shows: ({ webhook }) => webhook.id,
    changes: true,
  },
];
