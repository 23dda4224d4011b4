import { bunRuntime } from "./bunRuntime.ts";
import { createBunWires } from "./bunWires.ts";
import { createNodeWires } from "./nodeWires.ts";
import type { WireEvents, WireServer } from "./wire.ts";

/** Connections in the way that is the fastest on the runtime at hand. */
export function createWires<V>(events: WireEvents<V>): WireServer {
  const bun = bunRuntime();
  return bun ? createBunWires(bun, events) : createNodeWires(events);
}
