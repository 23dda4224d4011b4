import { get } from "node:http";
import { text } from "node:stream/consumers";

/**
 * The metrics of a service, each time over a connection of its own: one that is kept would be closed by the other side
 * while the service stands still, and the next question over it would fail.
 */
export async function readMetrics(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(`${url}/metrics`, { agent: false }, (response) => text(response).then(resolve, reject)).once("error", reject);
  });
}
