import type { Cidr } from "@hoplog/platform/env/pieces.js";
import { createPooledOutgoing } from "@hoplog/platform/outgoing/request.js";
import type { Registry } from "prom-client";
import type { PublicUrl } from "../../kernel/calls/capabilities.ts";
import type { RunningFeature } from "../../kernel/calls/feature.ts";
import { createSecretBox } from "../../kernel/calls/secretBox.ts";
import type { MailJob } from "../../accounts/mail/outbox.ts";
import type { Mail } from "../../accounts/mail/port.ts";
import { type ClicksBase, startClicks } from "./followClicks.ts";
import { type ChoresBase, startChores } from "./chores.ts";
import { type DelivererBase, startDeliverer } from "./delivery/deliverer.ts";
import { type FollowBase, followForWebhooks } from "./follow.ts";
import { writeWebhookMail } from "./mail.ts";
import { createWebhookMetrics } from "./outbox/metrics.ts";
import { webhookFaces } from "./operations.ts";
import { webhookMessages } from "./payloads.ts";
import type { OfWebhooks, WebhookServices } from "./services.ts";

type WebhooksBase = Omit<FollowBase & ChoresBase & DelivererBase & ClicksBase, MadeHere> &
  PublicUrl & {
    readonly registry: Registry;
    readonly settings: { readonly TOKEN_SECRET: string; readonly WEBHOOK_NETWORKS: readonly Cidr[] };
  };
type MadeHere = "webhookMetrics" | "request" | "webhookSecrets" | "timeoutMs" | "hangUp";

export interface Offered extends OfWebhooks {
  /** Returns undefined for emails that are not about webhooks. */
  readonly writeWebhookMail: (job: MailJob) => Promise<Mail | null> | undefined;
}

const timeoutMs = 15_000;
/** Connections per server, which may receive for many webhooks: at least the maximum number of requests. */
const connections = 512;

/** Sends events to customers' servers. */
export const webhooks: RunningFeature<WebhookServices, WebhooksBase, Offered> = {
  async start(base) {
    const { TOKEN_SECRET, WEBHOOK_NETWORKS: webhookNetworks } = base.settings;
    await using stack = new AsyncDisposableStack();
    const { request, close: hangUp } = createPooledOutgoing({
      allowed: webhookNetworks,
      userAgent: "hoplog",
      connections,
    });
    const webhookSecrets = createSecretBox(TOKEN_SECRET, base.random);
    const webhookMetrics = createWebhookMetrics(base.registry);
    const own = { ...base, webhookMetrics, webhookSecrets, request, hangUp, timeoutMs };
    const follower = await followForWebhooks(own);
    stack.defer(() => follower.stop());
    const chores = startChores(own);
    stack.defer(() => chores.stop());
    const clicks = startClicks(own);
    stack.defer(() => clicks.stop());
    const deliverer = await startDeliverer(own);
    stack.defer(() => deliverer.stop());
    const started = stack.move();
    return {
      services: {
        webhookSecrets,
        webhookNetworks,
        webhooksDue: () => deliverer.notify(),
        writeWebhookMail: (job) => writeWebhookMail(base, job),
      },
      stop: () => started.disposeAsync(),
    };
  },
  ...webhookFaces,
  messages: webhookMessages,
};
