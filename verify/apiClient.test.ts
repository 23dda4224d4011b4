import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { listenAnywhere } from "@hoplog/api/testing/listenAnywhere.js";
import { createApiClient, RetryLater } from "./apiClient.ts";

async function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const server = createServer((_, response) => response.writeHead(status, headers).end(JSON.stringify(body)));
  onTestFinished(() => void server.close());
  return createApiClient(`http://127.0.0.1:${await listenAnywhere(server)}`).as("token");
}

const graphqlError = (extensions: object) => ({ data: null, errors: [{ message: "No", extensions }] });

it.each([429, 503])("asks again after %d, when the api says", async (status) => {
  const api = await answering(status, {}, { "retry-after": "7" });
  await expect(api.rest("/api/urls")).rejects.toEqual(new RetryLater(7));
});

it("asks again where GraphQL says that a database is too busy", async () => {
  const api = await answering(200, graphqlError({ type: "INTERNAL_ERROR", status: 503, retryAfter: 5 }));
  await expect(api.graphql("query", {})).rejects.toEqual(new RetryLater(5));
});

it("gives up at every other refusal", async () => {
  await expect((await answering(500, {})).rest("/api/urls")).rejects.toThrow(
    "GET /api/urls: the api responded with status 500",
  );
  const api = await answering(200, graphqlError({ type: "INTERNAL_ERROR", status: 500 }));
  await expect(api.graphql("query", {})).rejects.toThrow(/^GraphQL: .*"No"/);
});
