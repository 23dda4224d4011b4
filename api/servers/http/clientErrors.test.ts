import { once } from "node:events";
import { maxHeaderSize } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestApi, type TestApi } from "../../testing/testApi.ts";

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await openTestApi();
  port = Number(new URL(await api.app.listen({ port: 0, host: "127.0.0.1" })).port);
});
afterAll(() => api.close());

it.each([
  [
    "filters beyond all bounds",
    `GET /api/analytics?filter=city:is:${"%D0%96".repeat(maxHeaderSize / 6)} HTTP/1.1`,
    431,
  ],
  ["what is no HTTP", "GET\0/ HTTP/1.1", 400],
])("%s get the body of every failure", async (_, line, status) => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`${line}\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain("Content-Type: application/json");
  expect(head).toMatch(/^x-request-id: [\da-f-]{36}\r$/m);
  expect(JSON.parse(body)).toMatchObject({ success: false, error: { type: "VALIDATION_ERROR", details: {} } });
});

it("answers who offers another protocol than WebSocket as if nothing had been offered", async () => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(
    "GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA\r\n\r\n",
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
});
