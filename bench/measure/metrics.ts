import { get } from "node:http";
import { text } from "node:stream/consumers";

/**
 * Reads a service's metrics on a new connection: the service would close a reused one while it is paused, and the next
 * request on it would fail.
 */
export async function readMetrics(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${url}/metrics`, { agent: false }, (response) => text(response).then(resolve, reject)).once("error", reject);
  });
}
