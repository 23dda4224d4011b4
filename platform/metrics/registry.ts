import { collectDefaultMetrics, Registry } from "prom-client";

/** A registry of its own for one service: process metrics are in it, and every series carries the service's name. */
export function createRegistry(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}
