import { once } from "node:events";
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
  ["Host: a", "401"],
  ["Host: a\r\nHost: b", "400"],
  ["Host: a\r\nhOST: a", "400"],
])("a request with %j is answered with %s", async (hosts, status) => {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET /api/urls HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});
