import { Counter, Gauge, type Registry } from "prom-client";

export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;

export function createWebhookMetrics(registry: Registry) {
  const attempts = new Counter({
    name: "hoplog_api_webhook_attempts_total",
    help: "Attempts to send webhook messages, by result: delivered, failed (by the receiving server), refused (private address)",
    labelNames: ["result"] as const,
    registers: [registry],
  });
  for (const result of ["delivered", "failed", "refused"]) attempts.inc({ result }, 0);
  return {
    attempts,
    written: new Counter({
      name: "hoplog_api_webhook_messages_total",
      help: "Webhook messages created",
      registers: [registry],
    }),
    waiting: new Gauge({
      name: "hoplog_api_webhook_messages_waiting",
      help: "Webhook messages that are not delivered yet, of webhooks that are not disabled",
      registers: [registry],
    }),
    delay: new Gauge({
      name: "hoplog_api_webhook_delay_seconds",
      help: "Seconds that the longest-waiting webhook message has been due, without webhooks whose last attempt failed; 0 if none is due",
      registers: [registry],
    }),
    failing: new Gauge({
      name: "hoplog_api_webhooks_failing",
      help: "Webhooks whose attempts have all failed since the last delivery",
      registers: [registry],
    }),
    disabled: new Counter({
      name: "hoplog_api_webhooks_disabled_total",
      help: "Webhooks switched off by the server, by reason: failing, gone (410), backlog",
      labelNames: ["reason"] as const,
      registers: [registry],
    }),
  };
}
