import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flagsFor, flagsOf } from "@hoplog/platform/visitor/purpose.js";
import { createRandom } from "../testing/random.ts";
import { mutatedRequests, realRequests } from "../testing/requests.ts";
import { emptyHead, incomplete, maxHeadBytes, needsFullParser, readHead } from "./requestHead.ts";

interface Read {
  readonly method: string;
  readonly url: string;
  readonly userAgent: string;
  readonly referer: string;
  readonly forwardedFor: string;
  readonly flags: number;
  readonly keepAlive: boolean;
}

const sentinel = "GET /sentinel HTTP/1.1\r\nHost: s\r\n\r\n";
const end = {
  method: "GET",
  url: "/sentinel",
  userAgent: "",
  referer: "",
  forwardedFor: "",
  flags: 0,
  keepAlive: true,
};

/** Requests that Node's own parser, llhttp, reads from the bytes, by port, up to and including the sentinel. */
const seen = new Map<number, Read[]>();
const server = createServer((request, response) => {
  seen.get(request.socket.remotePort ?? 0)?.push(readByNode(request, response.shouldKeepAlive));
  response.end();
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

function readByNode({ method = "", url = "", headers }: IncomingMessage, keepAlive: boolean): Read {
  return {
    method,
    url,
    userAgent: headers["user-agent"] ?? "",
    referer: headers.referer ?? "",
    forwardedFor: String(headers["x-forwarded-for"] ?? ""),
    flags: flagsOf(method, headers),
    keepAlive,
  };
}

async function oracle(bytes: Buffer): Promise<Read[]> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  await new Promise((resolve) => socket.once("connect", resolve));
  const requests: Read[] = [];
  seen.set(socket.localPort ?? 0, requests);
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => {});
  socket.resume();
  socket.end(bytes);
  await closed;
  seen.delete(socket.localPort ?? 0);
  return requests;
}

/**
 * Parses with our parser up to the first request that it leaves to the full parser, and returns the offset after the
 * accepted ones.
 */
function ours(bytes: Buffer): { readonly requests: Read[]; readonly taken: number; readonly outcome: number } {
  const head = emptyHead();
  const requests: Read[] = [];
  const text = (start: number, stop: number): string => bytes.toString("latin1", start, stop);
  let at = 0;
  for (;;) {
    const next = at === bytes.length ? incomplete : readHead(bytes, at, bytes.length, head);
    if (next === incomplete || next === needsFullParser) return { requests, taken: at, outcome: next };
    requests.push({
      method: head.isHead ? "HEAD" : "GET",
      url: text(head.pathStart, head.queryEnd),
      userAgent: text(head.userAgentStart, head.userAgentEnd),
      referer: text(head.refererStart, head.refererEnd),
      forwardedFor: text(head.forwardedStart, head.forwardedEnd),
      flags: flagsFor(head.isHead, head.purpose) | head.hints,
      keepAlive: !head.closes,
    });
    at = next;
    if (head.closes) return { requests, taken: at, outcome: next };
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");
const outcomeOf = (text: string): number => ours(bytesOf(text)).outcome;

describe("the plain request parser", () => {
  it.each(realRequests)("takes what llhttp takes, in the same way: %j", async (text) => {
    const { requests, taken } = ours(bytesOf(text + text));
    expect(requests).toHaveLength(2);
    expect(taken).toBe(2 * text.length);
    expect(await oracle(bytesOf(text + text + sentinel))).toEqual([...requests, end]);
  });

  const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 1_000_000_007);
  it(`reads whatever it takes as llhttp does (FUZZ_SEED=${seed})`, async () => {
    const random = createRandom(seed);
    let takenRequests = 0;
    for (let round = 0; round < 150; round++) {
      const texts = Array.from({ length: 20 }, () => mutatedRequests(random));
      await Promise.all(
        texts.map(async (text) => {
          const bytes = bytesOf(text);
          const { requests, taken } = ours(bytes);
          takenRequests += requests.length;
          // The sentinel after the requests lets the test also compare where the last request ends.
          const judged = Buffer.concat([bytes.subarray(0, taken), bytesOf(sentinel)]);
          const all = requests.at(-1)?.keepAlive === false ? requests : [...requests, end];
          expect(await oracle(judged), `FUZZ_SEED=${seed} ${JSON.stringify(text)}`).toEqual(all);
        }),
      );
    }
    expect(takenRequests).toBeGreaterThan(1000);
  });

  it(`waits for the rest of a head wherever it is cut, and never takes less`, () => {
    for (const text of realRequests) {
      for (let cut = 1; cut < text.length; cut++)
        expect([cut, outcomeOf(text.slice(0, cut))]).toEqual([cut, incomplete]);
      expect(ours(bytesOf(text)).requests).toHaveLength(1);
    }
  });

  it("sees that a request is the last of its connection", () => {
    const last = (value: string): boolean => {
      const head = emptyHead();
      const bytes = bytesOf(`GET /docs HTTP/1.1\r\nHost: a\r\nConnection: ${value}\r\n\r\n`);
      expect(readHead(bytes, 0, bytes.length, head)).toBe(bytes.length);
      return head.closes;
    };
    expect(["close", "Close", "CLOSE ", "keep-alive", "Keep-Alive"].map(last)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  const plain = "GET /docs HTTP/1.1\r\nHost: a\r\n";
  it.each([
    ["a length and chunks", `${plain}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ["a length", `${plain}Content-Length: 0\r\n\r\n`],
    ["chunks", `${plain}transfer-encoding: chunked\r\n\r\n`],
    ["two hosts", `${plain}Host: a\r\n\r\n`],
    ["no host", "GET /docs HTTP/1.1\r\n\r\n"],
    ["a folded line", `${plain}A: b\r\n c\r\n\r\n`],
    ["bare line feeds", "GET /docs HTTP/1.1\nHost: a\n\n"],
    ["a bare line feed at the end", `${plain}A: b\r\n\n`],
    ["a bare carriage return", `${plain}A: b\rc\r\n\r\n`],
    ["a blank before the colon", `${plain}A : b\r\n\r\n`],
    ["a NUL", `${plain}A: \0\r\n\r\n`],
    ["no name", `${plain}: b\r\n\r\n`],
    ["bytes above ASCII", `${plain}A: \xe9\r\n\r\n`],
    ["the absolute form", "GET http://a/docs HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["an escape in the path", "GET /%64ocs HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a fragment", "GET /docs#a HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["two blanks", "GET  /docs HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["HTTP/1.0", "GET /docs HTTP/1.0\r\nHost: a\r\n\r\n"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["TLS", "\x16\x03\x01\x02\x00"],
    ["another method", "POST /docs HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a method in lower case", "get /docs HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["a line before the request", "\r\nGET /docs HTTP/1.1\r\nHost: a\r\n\r\n"],
    ["an upgrade", `${plain}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`],
    ["an expectation", `${plain}Expect: 100-continue\r\n\r\n`],
    ["two things about the connection", `${plain}Connection: close\r\nConnection: keep-alive\r\n\r\n`],
    ["two words about the connection", `${plain}Connection: close, keep-alive\r\n\r\n`],
    ["two user agents", `${plain}User-Agent: a\r\nuser-agent: b\r\n\r\n`],
    ["a head that is too long", `${plain}A: ${"x".repeat(maxHeadBytes)}\r\n\r\n`],
    ["a head that is too long already", `${plain}A: ${"x".repeat(maxHeadBytes)}`],
  ])("leaves %s to the HTTP server", (_what, text) => {
    expect(outcomeOf(text)).toBe(needsFullParser);
    expect(ours(bytesOf(text)).requests).toEqual([]);
  });
});
