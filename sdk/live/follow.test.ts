import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { AuthenticationError, ConnectionError, createClient, UnexpectedAnswerError } from "../index.ts";
import { answerWith, failure, type Handler, openServer } from "../testing/server.ts";
import { messageParser } from "./parse.ts";

async function open(handler: Handler) {
  const server = await openServer(handler);
  return { server, client: createClient({ url: server.url, retryDelay: 1, token: "hop_key" }) };
}

function begin(response: ServerResponse): ServerResponse {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  response.write("retry: 1\n\n: still here\n\n");
  return response;
}

const clicks = (people: number) => `id: 1\nevent: clicks\ndata: ${JSON.stringify({ people })}\n\n`;

test("events go on over connections that break off, end, and fail", async () => {
  const { server, client } = await open((_request, response, index) => {
    if (index === 0) begin(response).write(clicks(1), () => response.destroy());
    if (index === 1) answerWith(response, 503, failure("INTERNAL_ERROR"));
    if (index === 2) begin(response).end(clicks(2));
    if (index === 3) begin(response).write(`${clicks(3)}event: end\ndata: {"type":"AUTHENTICATION_ERROR"}\n\n`);
    if (index === 4) begin(response).write(clicks(4));
  });
  const people: number[] = [];
  for await (const { event, data } of client.live.clicks({ filter: ["country:is:DE", "device:is:mobile"] })) {
    expect(event).toBe("clicks");
    if (people.push(data.people) === 4) break;
  }
  expect(people).toEqual([1, 2, 3, 4]);
  expect(server.received).toHaveLength(5);
  for (const { url, headers } of server.received) {
    expect(url).toBe("/api/live?filter=country%3Ais%3ADE&filter=device%3Ais%3Amobile");
    expect(headers).toMatchObject({ accept: "text/event-stream", authorization: "Bearer hop_key" });
  }
});

test("a key that was taken away ends them", async () => {
  const { client } = await open((_request, response, index) => {
    if (index === 0) begin(response).end(clicks(1));
    else answerWith(response, 401, failure("AUTHENTICATION_ERROR", "This key has ended"));
  });
  const stream = client.live.clicks()[Symbol.asyncIterator]();
  await stream.next();
  await expect(stream.next()).rejects.toThrow(AuthenticationError);
});

test("what can't be reached at first is said at once, and so is what is no stream", async () => {
  const nobody = createClient({ url: "http://127.0.0.1:9", retryDelay: 1 });
  await expect(nobody.live.clicks()[Symbol.asyncIterator]().next()).rejects.toThrow(ConnectionError);
  const { client } = await open(() => ({ success: true }));
  await expect(client.live.clicks()[Symbol.asyncIterator]().next()).rejects.toThrow(UnexpectedAnswerError);
});

test("a signal ends them, and whoever leaves closes the connection", async () => {
  const closed: number[] = [];
  const { client } = await open((_request, response, index) => {
    response.on("close", () => closed.push(index));
    begin(response).write(clicks(1));
  });
  const abort = new AbortController();
  const stream = client.live.clicks({}, { signal: abort.signal })[Symbol.asyncIterator]();
  await stream.next();
  const waiting = stream.next();
  abort.abort(new Error("enough"));
  await expect(waiting).rejects.toThrow("enough");
  for await (const _message of client.live.clicks()) break;
  await expect.poll(() => closed).toEqual([0, 1]);
});

test("messages are put together from whatever comes", () => {
  const text = `\u{feff}: hello\r\nevent: a\r\ndata: {"x":\r\ndata: "é\u2028"}\r\n\r\ndata\n\nid: 7\ndata:b\nretry: 5\nretry: x\n\nevent: lost\n`;
  const expected = [
    { event: "a", data: `{"x":\n"é\u2028"}`, retry: undefined },
    { event: "message", data: "", retry: undefined },
    { event: "message", data: "b", retry: 5 },
  ];
  for (const size of [1, 2, 3, 7, 1000]) {
    const parse = messageParser();
    const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.slice(index * size, (index + 1) * size),
    );
    expect(parts.flatMap((part) => parse(part))).toEqual(expected);
  }
});

test("a message without an end is refused before it fills the memory", () => {
  const parse = messageParser();
  const line = `data: ${"x".repeat(1024 * 1024)}\n`;
  expect(() => Array.from({ length: 20 }, () => parse(line))).toThrow("too large");
});
