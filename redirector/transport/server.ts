import { bunRuntime } from "./bunRuntime.ts";
import { createBunServer } from "./bunServer.ts";
import { createNodeServer } from "./nodeServer.ts";
import type { TransportEvents, TransportServer } from "./transport.ts";

/** Accepts connections in the fastest way that the runtime supports. */
export function createTransportServer<V>(events: TransportEvents<V>): TransportServer {
  const bun = bunRuntime();
  return bun ? createBunServer(bun, events) : createNodeServer(events);
}
