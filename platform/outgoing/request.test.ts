import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { OutgoingError, type OutgoingFailure } from "./outgoingError.ts";
import { type AnswerHead, createPooledOutgoing, createOutgoing, type OutgoingRequest } from "./request.ts";
import type { Resolve } from "./systemLookup.ts";

const here = { address: "127.0.0.1", prefix: 32, family: "ipv4" } as const;
const userAgent = "hoplog-test";
const limits = { timeoutMs: 5000, maxBytes: 10_000 };

/**
 * Sends a request with this address of the machine as the only allowed one; the server listens on all of 127.0.0.0/8.
 */
function ask(request: Partial<OutgoingRequest> & { url: string }, resolve?: Resolve) {
  return createOutgoing({ allowed: [here], userAgent, ...(resolve && { resolve }) })({ ...limits, ...request });
}

async function listen(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  return { url: `http://127.0.0.1:${port}`, port, connections };
}

/** Starts a server that sends arbitrary bytes, HTTP or not. */
async function listenRaw(speak: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => speak(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
}

const fails = (failure: OutgoingFailure) => ({ name: "OutgoingError", failure });
const never: RequestListener = () => expect.unreachable("it received a request");

describe("a request to somebody else's server", () => {
  it("is answered as it was sent, over a connection that is not kept", async () => {
    const seen: IncomingMessage[] = [];
    const { url, connections } = await listen((request, response) => {
      seen.push(request);
      response.writeHead(201, { "X-Answer": ["a", "b"] }).end("hello");
    });
    const answer = await ask({ url: `${url}/a?b=c`, method: "POST", body: "{}", headers: { "x-id": "1" } });
    expect(answer).toMatchObject({ status: 201, isCut: false, url: `${url}/a?b=c`, headers: { "x-answer": "a, b" } });
    expect(answer.body.toString()).toBe("hello");
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/a?b=c",
      headers: { "user-agent": userAgent, "x-id": "1", "accept-encoding": "identity" },
    });
    await expect.poll(connections).toBe(0);
  });

  it.each([
    "http://127.0.0.2",
    "http://0x7f000002",
    "http://2130706434",
    "http://127.2",
    "http://0.0.0.0",
    "http://169.254.169.254/latest/meta-data",
    "http://[::1]",
    "http://[::ffff:127.0.0.2]",
    "http://[64:ff9b::7f00:2]",
    "http://[::7f00:2]",
    "http://10.0.0.1",
  ])("is not made to %s", async (url) => {
    const { port } = await listen(never);
    const target = new URL(url);
    target.port = String(port);
    await expect(ask({ url: target.href })).rejects.toMatchObject(fails("address"));
  });

  it.each(["file:///etc/passwd", "ftp://example.com", "http://user:password@example.com", "nonsense", "//example.com"])(
    "is not made for %s",
    async (url) => expect(ask({ url })).rejects.toMatchObject(fails("url")),
  );

  it("is not made to a name that leads inside, whatever else it leads to", async () => {
    const { port } = await listen(never);
    const inside = { address: "127.0.0.2", family: 4 };
    for (const addresses of [
      [inside],
      [{ address: "127.0.0.1", family: 4 }, inside],
      [{ address: "::1", family: 6 }],
    ]) {
      const asked = ask({ url: `http://inside.example:${port}` }, async () => addresses);
      await expect(asked).rejects.toMatchObject(fails("name"));
    }
    await expect(
      createOutgoing({ allowed: [], userAgent })({ ...limits, url: `http://localhost:${port}` }),
    ).rejects.toMatchObject(fails("address"));
  });

  it("resolves a name once, and goes where it was checked: a name that changes leads nowhere else", async () => {
    const { port } = await listen((_request, response) => response.end("checked"));
    let asked = 0;
    const rebinding: Resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    const url = `http://rebinding.example:${port}`;
    expect((await ask({ url }, rebinding)).body.toString()).toBe("checked");
    expect(asked).toBe(1);
    await expect(ask({ url }, rebinding)).rejects.toMatchObject(fails("name"));
  });

  it("reports names and servers that are not there", async () => {
    await expect(
      ask({ url: "http://nowhere.invalid" }, () => Promise.reject(new Error("ENOTFOUND"))),
    ).rejects.toMatchObject(fails("name"));
    await expect(ask({ url: "http://empty.example" }, async () => [])).rejects.toMatchObject(fails("name"));
    await expect(ask({ url: "http://127.0.0.1:1" })).rejects.toMatchObject(fails("network"));
  });
});

describe("a redirect", () => {
  const to = (location: string) => (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(302, { location }).end();

  it.each([
    ["http://127.0.0.2/", "address"],
    ["http://169.254.169.254/", "address"],
    ["http://[::ffff:127.0.0.2]/", "address"],
    ["file:///etc/passwd", "url"],
    ["http://user:password@example.com/", "url"],
    ["http://", "url"],
  ] as const)("to %s is refused (%s)", async (location, failure) => {
    const { url } = await listen(to(location));
    await expect(ask({ url, maxRedirects: 5 })).rejects.toMatchObject(fails(failure));
  });

  it("is an answer unless it is to be followed, and for what changes something", async () => {
    const { url } = await listen(to("http://127.0.0.2/"));
    expect(await ask({ url })).toMatchObject({ status: 302 });
    expect(await ask({ url, method: "POST", body: "x", maxRedirects: 5 })).toMatchObject({ status: 302 });
  });

  it("to what the asker doesn't want is refused", async () => {
    const other = await listen(never);
    const { url } = await listen(to(other.url));
    const mayRequest = ({ port }: URL) => port !== String(other.port);
    await expect(ask({ url, maxRedirects: 5, mayRequest })).rejects.toMatchObject(fails("unwanted"));
    await expect(ask({ url: other.url, mayRequest })).rejects.toMatchObject(fails("unwanted"));
  });

  it("waits for its turn as every request does, in time that isn't counted, and not where it has none", async () => {
    const { url } = await listen((request, response) =>
      request.url === "/" ? response.writeHead(302, { location: "/next" }).end() : response.end("there"),
    );
    const turns: string[] = [];
    const turn = async ({ pathname }: URL) => {
      turns.push(pathname);
      // Waits longer than the request's timeout.
      const waited = performance.now() + 300;
      await expect.poll(() => performance.now()).toBeGreaterThan(waited);
    };
    const answer = await ask({ url, maxRedirects: 1, timeoutMs: 250, turn });
    expect([answer.body.toString(), turns]).toEqual(["there", ["/", "/next"]]);
    const never = () => Promise.reject(new OutgoingError("later", "Not now"));
    await expect(ask({ url, turn: never })).rejects.toMatchObject(fails("later"));
  });

  it("has one time for all of them", async () => {
    const held = new Set<() => void>();
    const { url } = await listen((request, response) => {
      if (request.url === "/end") return;
      const timer = setTimeout(() => response.writeHead(302, { location: "/end" }).end(), 1000);
      held.add(() => clearTimeout(timer));
    });
    const began = performance.now();
    await expect(ask({ url, maxRedirects: 1, timeoutMs: 1500 })).rejects.toMatchObject(fails("time"));
    // With a separate timeout for each request, both together would take 2,500 ms.
    expect(performance.now() - began).toBeLessThan(2400);
    for (const end of held) end();
  });

  it("is followed a few times, without what was meant for the first server", async () => {
    const other = await listen((request, response) => response.end(JSON.stringify(request.headers)));
    const { url } = await listen((request, response) =>
      request.url === "/"
        ? response.writeHead(307, { location: "/next" }).end()
        : response.writeHead(301, { location: `${other.url}/end` }).end(),
    );
    const answer = await ask({ url, maxRedirects: 2, headers: { Authorization: "Bearer secret", "x-id": "1" } });
    expect(answer.url).toBe(`${other.url}/end`);
    expect(answer.body.toString()).toContain('"x-id":"1"');
    expect(answer.body.toString()).not.toContain("secret");
    await expect(ask({ url, maxRedirects: 1 })).rejects.toMatchObject(fails("redirects"));
  });
});

describe("a hostile server", () => {
  const head = "HTTP/1.1 200 OK\r\n";
  const endless = (socket: Socket, piece: string): void => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on("drain", more);
    more();
  };

  it.each<[string, (socket: Socket) => void, OutgoingFailure]>([
    ["never answers", () => {}, "time"],
    ["never ends its head", (socket) => void socket.write(head), "time"],
    ["never ends its body", (socket) => void socket.write(`${head}Content-Length: 10\r\n\r\nhalf`), "time"],
    [
      "sends a head without end",
      (socket) => {
        socket.write(head);
        endless(socket, `X: ${"x".repeat(1000)}\r\n`);
      },
      "size",
    ],
    ["speaks something else", (socket) => void socket.end("SSH-2.0-hello\r\n"), "network"],
    ["hangs up", (socket) => void socket.destroy(), "network"],
    ["hangs up within its body", (socket) => void socket.end(`${head}Content-Length: 10\r\n\r\nhalf`), "network"],
  ])("that %s is left", async (_what, speak, failure) => {
    const url = await listenRaw(speak);
    await expect(ask({ url, timeoutMs: 1000 })).rejects.toMatchObject(fails(failure));
  });

  it("that sends a head that is too large is left", async () => {
    const { url } = await listen((_request, response) =>
      response.writeHead(200, { "x-large": "x".repeat(20_000) }).end(),
    );
    await expect(ask({ url })).rejects.toMatchObject(fails("size"));
  });

  it("that sends without end is left as soon as it is too much, or cut", async () => {
    const sent = `${head}Content-Type: text/html\r\n\r\n`;
    const url = await listenRaw((socket) => {
      socket.write(sent);
      endless(socket, "x".repeat(1000));
    });
    await expect(ask({ url })).rejects.toMatchObject(fails("size"));
    const cut = await ask({ url, larger: "cut", maxBytes: 1234 });
    expect([cut.body.length, cut.isCut]).toEqual([1234, true]);
  });

  it("is read no further than the asker needs, and not at all where it needs nothing", async () => {
    const url = await listenRaw((socket) => {
      socket.write(`${head}Content-Type: text/html\r\n\r\n<title>a</title></head>`);
      endless(socket, "x".repeat(1000));
    });
    const seen: string[] = [];
    const hasEnough = (answer: AnswerHead) => (piece: Uint8Array) => {
      seen.push(answer.headers["content-type"] ?? "");
      return Buffer.from(piece).includes("</head>");
    };
    const answer = await ask({ url, hasEnough });
    expect([answer.isCut, answer.body.toString().startsWith("<title>a</title></head>")]).toEqual([true, true]);
    expect(seen).toEqual(["text/html"]);
  });

  it("can't make a small answer a large one", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const { url } = await listen((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const answer = await ask({ url });
    expect(answer.body.equals(bomb)).toBe(true);
  });

  it("is left at once when nobody wants the answer any more", async () => {
    const leaving = new AbortController();
    const { url, connections } = await listen(() => leaving.abort());
    await expect(ask({ url, signal: leaving.signal })).rejects.toMatchObject(fails("network"));
    await expect.poll(connections).toBe(0);
  });
});

describe("requests over connections that are kept", () => {
  /** Creates an outgoing client with reused connections, and names that resolve as the test specifies. */
  function keep(resolve: Resolve) {
    const kept = createPooledOutgoing({ allowed: [here], userAgent, resolve, connections: 1 });
    onTestFinished(() => kept.close());
    return (request: Partial<OutgoingRequest> & { url: string }) => kept.request({ ...limits, ...request });
  }

  it("share them, also behind an answer that was cut, and look a name up for each new one", async () => {
    const ports = new Set<number | undefined>();
    const { port } = await listen((request, response) => {
      ports.add(request.socket.remotePort);
      response.end(request.url === "/large" ? "x".repeat(1_000_000) : "hello");
    });
    let looked = 0;
    const request = keep(async () => {
      looked++;
      return [{ address: "127.0.0.1", family: 4 }];
    });
    const url = `http://receiver.example:${port}`;
    for (let i = 0; i < 5; i++) expect((await request({ url })).body.toString()).toBe("hello");
    expect([ports.size, looked]).toEqual([1, 1]);
    const large = await request({ url: `${url}/large`, larger: "cut" });
    expect([large.isCut, large.body.length]).toEqual([true, limits.maxBytes]);
    expect((await request({ url })).body.toString()).toBe("hello");
    expect([ports.size, looked]).toEqual([2, 2]);
  });

  it("are refused to private addresses, and end after their time", async () => {
    const { port } = await listen(() => undefined);
    const inside = keep(async () => [{ address: "127.0.0.2", family: 4 }]);
    await expect(inside({ url: `http://receiver.example:${port}` })).rejects.toMatchObject(fails("name"));
    const stalled = keep(async () => [{ address: "127.0.0.1", family: 4 }]);
    const url = `http://receiver.example:${port}`;
    await expect(stalled({ url, timeoutMs: 100 })).rejects.toMatchObject(fails("time"));
  });
});
