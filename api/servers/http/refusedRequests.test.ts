import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await openTestApi();
  port = Number(new URL(await api.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => api.close());

const upgrade =
  "Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";

it.each([
  ["without a host", "/healthz", "Connection: close", 400],
  ["with an expectation", "/healthz", "Host: a\r\nConnection: close\r\nExpect: nothing", 417],
  ["for a socket elsewhere", "/other", upgrade, 404],
  ["for a socket with two hosts", "/graphql", `${upgrade}\r\nHost: b`, 400],
  ["for a socket of another page", "/graphql", `${upgrade}\r\nOrigin: https://evil.example`, 403],
  ["for a socket", "/graphql", upgrade, 101],
])("a request %s has its id in the answer", async (_what, path, headers, status) => {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (answer += chunk));
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
  await expect.poll(() => answer).toContain("\r\n\r\n");
  socket.destroy();
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/^x-request-id: [\da-f-]{36}\r$/im);
});
