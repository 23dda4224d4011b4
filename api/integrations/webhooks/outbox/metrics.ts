import { Counter, Gauge, type Registry } from "prom-client";

export type WebhookMetrics = ReturnType<typeof createWebhookMetrics>;

export function createWebhookMetrics(registry: Registry) {
  const attempts = new Counter({
    name: "hoplog_api_webhook_attempts_total",
    help: "Messages of webhooks that were sent, by result: delivered, failed (by the receiver), refused (a private address)",
    labelNames: ["result"] as const,
    registers: [registry],
  });
  for (const result of ["delivered", "failed", "refused"]) attempts.inc({ result }, 0);
  return {
    attempts,
    written: new Counter({
      name: "hoplog_api_webhook_messages_total",
      help: "Messages that were written for webhooks",
      registers: [registry],
    }),
    waiting: new Gauge({
      name: "hoplog_api_webhook_messages_waiting",
      help: "Messages of webhooks that are not delivered yet, of those that are switched on",
      registers: [registry],
    }),
    delay: new Gauge({
      name: "hoplog_api_webhook_delay_seconds",
      help: "For how long the message has been due that waits longest, of webhooks whose last attempt has not failed; 0 where none is",
      registers: [registry],
    }),
    failing: new Gauge({
      name: "hoplog_api_webhooks_failing",
      help: "Webhooks that nothing but failures have come from since a delivery",
      registers: [registry],
    }),
    disabled: new Counter({
      name: "hoplog_api_webhooks_disabled_total",
      help: "Webhooks that were switched off: failing, gone (410), backlog",
      labelNames: ["reason"] as const,
      registers: [registry],
    }),
  };
}
