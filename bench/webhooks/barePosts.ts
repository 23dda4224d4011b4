import { Agent } from "undici";

/**
 * Baseline: sends POSTs of one body with bare undici. Arguments: URL, body, number of POSTs, and number of connections.
 * Prints the milliseconds that all POSTs took.
 */
const [url = "", body = "", count = "0", atOnce = "1"] = process.argv.slice(2);
const agent = new Agent({ connections: Number(atOnce), pipelining: 1 });
const { origin, pathname } = new URL(url);
let left = Number(count);

async function post(): Promise<void> {
  while (left-- > 0) {
    const headers = { "content-type": "application/json" };
    const answer = await agent.request({ origin, path: pathname, method: "POST", headers, body });
    await answer.body.dump();
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(atOnce) }, post));
process.stdout.write(`${performance.now() - began}\n`);
await agent.destroy();
