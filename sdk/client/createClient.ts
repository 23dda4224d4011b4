import type { Calls } from "../generated/calls.ts";
import { makeCalls } from "../generated/makeCalls.ts";
import { baseOf } from "../transport/request.ts";
import type { ClientOptions } from "../transport/options.ts";
import { requestsOf } from "./requests.ts";

/** A client with methods for the operations of the REST API, grouped by resource. */
export type Client = Calls;

/** Creates a client; no request is sent until a method is called. Throws a TypeError if `url` is invalid. */
export function createClient(options: ClientOptions): Client {
  return makeCalls(requestsOf({ ...options, url: baseOf(options.url) }));
}
