import type { Calls } from "../generated/calls.ts";
import { makeCalls } from "../generated/makeCalls.ts";
import { baseOf } from "../transport/request.ts";
import type { ClientOptions } from "../transport/options.ts";
import { requestsOf } from "./requests.ts";

/** Every call of the REST API, by what it is about. */
export type Client = Calls;

/** Nothing is asked until a method is called. Throws where `url` is none. */
export function createClient(options: ClientOptions): Client {
  return makeCalls(requestsOf({ ...options, url: baseOf(options.url) }));
}
