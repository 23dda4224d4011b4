import { Counter, Gauge, type Registry } from "prom-client";

export interface SocketMetrics {
  readonly open: Gauge;
  readonly refused: Counter<"reason">;
}

export function createSocketMetrics(registry: Registry): SocketMetrics {
  return {
    open: new Gauge({
      name: "hoplog_api_sockets",
      help: "Open WebSockets",
      registers: [registry],
    }),
    refused: new Counter({
      name: "hoplog_api_sockets_refused_total",
      help: "WebSockets rejected or closed because of a limit, by reason: address, account, messages, unread",
      labelNames: ["reason"],
      registers: [registry],
    }),
  };
}
