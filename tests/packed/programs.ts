// Programs of users who installed the SDK.

/** Script for a page: defines a function that uses everything in the SDK that behaves differently in browsers. */
export const pageProgram = `import { createClient, uploadImportFile, verifyWebhook } from "@hoplog/sdk";
globalThis.tried = async (token) => {
  const hoplog = createClient({ url: location.origin, token });
  const { _id } = await hoplog.links.create({ name: "In a page", originalUrl: "https://example.com/page" });
  const names = [];
  for await (const { name } of hoplog.links.list({ search: "In a page" })) names.push(name);
  let event;
  for await (const message of hoplog.live.clicks()) { event = message.event; break; }
  const file = await (await hoplog.account.export()).bytes();
  const error = await hoplog.links.get("no id").catch(({ name }) => name);
  const forged = await verifyWebhook("{}", { "webhook-id": "1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)), "webhook-signature": "v1,AAAA" }, "whsec_c2VjcmV0").catch(({ message }) => message);
  await hoplog.links.delete(_id);
  return [names, event, file.length > 100, error, forged, typeof uploadImportFile];
};`;

/** The line below each `@ts-expect-error` is a mistake that the compiler must report. */
export const wrongProgram = `import { createClient } from "@hoplog/sdk";
const client = createClient({ url: "https://hoplog.example.com" });
// @ts-expect-error A number is no text.
await client.links.create({ originalUrl: 7 });
// @ts-expect-error Nothing is sorted by that.
client.links.list({ sort: "colour" });
// @ts-expect-error It has no such field.
(await client.links.get("1")).colour;
// @ts-expect-error The query has to say a field.
await client.analytics.top();
export const items: AsyncIterable<{ noOfClicks: number | null }> = client.links.list({ page: 2, isActive: true });
`;

/** Returns a program that receives webhooks with a module's POST function. */
export function receiverProgram(port: number, module: string): string {
  return `import { createServer } from "node:http";
import { POST } from "./${module}";
createServer(async (request, response) => {
  const headers = new Headers(request.headers as Record<string, string>);
  const answer = await POST(new Request("http://localhost/", { method: "POST", headers, body: Buffer.concat(await request.toArray()) }));
  response.writeHead(answer.status).end(await answer.text());
}).listen(${port}, "127.0.0.1", () => console.log("listening"));
`;
}
