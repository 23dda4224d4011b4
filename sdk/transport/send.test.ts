import { describe, expect, it, test } from "vitest";
import {
  AuthenticationError,
  AuthorizationError,
  ConflictError,
  ConnectionError,
  createClient,
  HoplogError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
} from "../index.ts";
import { answerWith, failure, type Handler, openServer } from "../testing/server.ts";
import { retryAfterOf } from "./wait.ts";

const done = { success: true, data: {} };

async function open(handler: Handler, options: object = {}) {
  const server = await openServer(handler);
  return { server, client: createClient({ url: server.url, token: "hop_key", retryDelay: 1, ...options }) };
}

/** Returns a handler that fails `times` times and then succeeds. */
const failsAtFirst =
  (times: number, status: number, headers: object = {}): Handler =>
  (_request, response, index) =>
    index < times ? answerWith(response, status, failure("INTERNAL_ERROR"), headers) : done;

describe("a call", () => {
  it("says who asks, for which workspace, and what", async () => {
    const { server, client } = await open(() => done, { workspace: "w1" });
    await client.links.list({ page: 2, isActive: true, tags: "a b&c" }).page();
    await client.links.create({ name: "Docs", originalUrl: "https://example.com/" }, { workspace: "w2" });
    const [list, create] = server.received;
    expect(list).toMatchObject({ method: "GET", url: "/api/urls?page=2&isActive=true&tags=a+b%26c" });
    expect(list?.headers).toMatchObject({ authorization: "Bearer hop_key", "x-workspace": "w1" });
    expect(create?.headers).toMatchObject({ "x-workspace": "w2", "content-type": "application/json" });
    expect(JSON.parse(String(create?.body))).toEqual({ name: "Docs", originalUrl: "https://example.com/" });
  });

  it("goes below the path of the url", async () => {
    const server = await openServer(() => done);
    await createClient({ url: `${server.url}/tools/hoplog/` }).tags.list();
    expect(server.received[0]?.url).toBe("/tools/hoplog/api/tags");
  });

  it("asks a function for the token before each attempt", async () => {
    let asked = 0;
    const { server, client } = await open(failsAtFirst(1, 503), { token: () => `token${(asked += 1)}` });
    await client.tags.list();
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual(["Bearer token1", "Bearer token2"]);
  });

  it.each(["", ".", ".."])("refuses the id %j, which would lead to another call", async (id) => {
    const { server, client } = await open(() => done);
    expect(() => client.links.stats(id)).toThrow("Invalid ID");
    await client.links.get("../tags?x#y");
    expect(server.received.map(({ url }) => url)).toEqual(["/api/urls/..%2Ftags%3Fx%23y"]);
  });

  it("never follows a redirect, so that no other server sees the key", async () => {
    const other = await openServer(() => done);
    const { client } = await open((_request, response) => {
      response.writeHead(307, { location: `${other.url}/api/tags` }).end();
    });
    await expect(client.tags.list()).rejects.toThrow(ConnectionError);
    expect(other.received).toEqual([]);
  });

  it.each(["ftp://example.com", "https://user:secret@example.com", "https://example.com/?a=b", "example.com"])(
    "needs a server: %s is none",
    (url) => expect(() => createClient({ url })).toThrow(TypeError),
  );

  it("refuses a token that would break the request", async () => {
    const { server, client } = await open(() => done, { token: "hop_a\r\nx-evil: 1" });
    await expect(client.tags.list()).rejects.toThrow("Invalid token");
    expect(server.received).toEqual([]);
  });
});

describe("retries", () => {
  const creating = { name: "Docs", originalUrl: "https://example.com/" };

  it("repeat what is safe", async () => {
    for (const status of [408, 500, 502, 503, 504]) {
      const { server, client } = await open(failsAtFirst(2, status));
      await client.tags.list();
      await client.links.update("1", { name: "New" });
      expect(server.received).toHaveLength(4);
    }
  });

  it("repeat a call that makes something with the same key, and no two calls have one", async () => {
    const { server, client } = await open(failsAtFirst(2, 503));
    await client.links.create(creating);
    await client.links.create(creating);
    await client.links.create(creating, { idempotencyKey: "mine" });
    const keys = server.received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[3]).not.toBe(keys[0]);
    expect(keys[4]).toBe("mine");
  });

  it("wait for a call with the same key that is under way", async () => {
    const { server, client } = await open((_request, response, index) => {
      if (index > 0) return done;
      answerWith(response, 409, failure("CONFLICT_ERROR"), { "retry-after": "0" });
    });
    await client.links.create(creating);
    expect(server.received).toHaveLength(2);
  });

  it("leave a change alone that would be refused once it was done", async () => {
    const { server, client } = await open((_request, response, index) => {
      if (index === 0)
        return void response
          .writeHead(200, { etag: `"7"`, "content-type": "application/json" })
          .end(JSON.stringify(done));
      answerWith(response, 503, failure("INTERNAL_ERROR"));
    });
    let ifMatch: string | undefined;
    await client.links.get("1", { onResponse: ({ headers }) => (ifMatch = headers.get("etag") ?? undefined) });
    await expect(client.links.update("1", { name: "New" }, { ifMatch })).rejects.toThrow(ServerError);
    expect(server.received).toHaveLength(2);
    expect(server.received[1]?.headers["if-match"]).toBe(`"7"`);
  });

  it("never repeat what may have been done and has no key", async () => {
    const { server, client } = await open(failsAtFirst(1, 503));
    await expect(client.links.toggleStatus("1")).rejects.toThrow(ServerError);
    expect(server.received).toHaveLength(1);
    const cut = await open((_request, response) => void response.destroy());
    await expect(cut.client.links.revert("1", { version: 1 })).rejects.toThrow(ConnectionError);
    expect(cut.server.received).toHaveLength(1);
  });

  it("repeat whatever was refused for too many requests, once the server wants it", async () => {
    const { server, client } = await open((_request, response, index) =>
      index === 0 ? answerWith(response, 429, failure("RATE_LIMIT_ERROR"), { "retry-after": "1" }) : done,
    );
    const startedAt = performance.now();
    await client.links.toggleStatus("1");
    expect(performance.now() - startedAt).toBeGreaterThan(990);
    expect(server.received).toHaveLength(2);
  });

  it("leave a wait that is too long to the caller", async () => {
    const { server, client } = await open((_request, response) =>
      answerWith(response, 429, failure("RATE_LIMIT_ERROR", "Slow down"), { "retry-after": "3600" }),
    );
    const error = await client.tags.list().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ message: "Slow down", retryAfter: 3600, status: 429 });
    expect(server.received).toHaveLength(1);
  });

  it("end, and none are made where none are wanted", async () => {
    const { server, client } = await open(failsAtFirst(99, 503));
    await expect(client.tags.list()).rejects.toThrow(ServerError);
    expect(server.received).toHaveLength(4);
    await expect(client.tags.list(undefined, { retries: 0 })).rejects.toThrow(ServerError);
    expect(server.received).toHaveLength(5);
  });

  it("follow a connection that broke off, also amid the answer", async () => {
    const { server, client } = await open((_request, response, index) => {
      if (index === 0) return void response.destroy();
      if (index > 1) return done;
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write("{", () => response.destroy());
    });
    await client.tags.list();
    expect(server.received).toHaveLength(3);
  });
});

describe("an end", () => {
  it("comes where the server says nothing in time, not even the rest of its answer", async () => {
    const { server, client } = await open((_request, response, index) => {
      if (index > 0) response.writeHead(200, { "content-type": "application/json" }).write("{");
    });
    const quick = { timeout: 50, retries: 1 };
    await expect(client.tags.list(undefined, quick)).rejects.toThrow(TimeoutError);
    await expect(client.tags.list(undefined, quick)).rejects.toThrow("No response within 50 ms");
    expect(server.received).toHaveLength(4);
  });

  it("comes with the caller's signal, while it asks and while it waits", async () => {
    const reason = new Error("enough");
    const abort = new AbortController();
    const { client } = await open(() => abort.abort(reason));
    await expect(client.tags.list(undefined, { signal: abort.signal })).rejects.toBe(reason);
    await expect(client.tags.list(undefined, { signal: abort.signal })).rejects.toBe(reason);

    const later = new AbortController();
    const waiting = await open((_request, response) => {
      answerWith(response, 503, failure("INTERNAL_ERROR"), { "retry-after": "50" });
      setImmediate(() => later.abort(reason));
    });
    await expect(waiting.client.tags.list(undefined, { signal: later.signal })).rejects.toBe(reason);
  });
});

describe("a failure", () => {
  test.each([
    ["VALIDATION_ERROR", 422, ValidationError],
    ["AUTHENTICATION_ERROR", 401, AuthenticationError],
    ["AUTHORIZATION_ERROR", 403, AuthorizationError],
    ["CONFLICT_ERROR", 409, ConflictError],
    ["NOT_FOUND_ERROR", 404, NotFoundError],
    ["RATE_LIMIT_ERROR", 429, RateLimitError],
    ["INTERNAL_ERROR", 500, ServerError],
  ])("of type %s is a class of its own", async (type, status, kind) => {
    const details = { field: "shortUrl", fields: [{ field: "shortUrl", message: "Taken" }] };
    const { client } = await open((_request, response) =>
      answerWith(response, status, failure(type, "Because", details)),
    );
    const error = await client.tags.list(undefined, { retries: 0 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(kind);
    expect(error).toBeInstanceOf(HoplogError);
    expect(error).toMatchObject({ name: kind.name, type, status, message: "Because", details });
    if (error instanceof ValidationError) expect(error.fields).toEqual(details.fields);
    if (error instanceof ConflictError) expect(error.field).toBe("shortUrl");
  });

  it("of a type that is newer than this version is still one", async () => {
    const { client } = await open((_request, response) => answerWith(response, 418, failure("toString", "Tea")));
    await expect(client.tags.list()).rejects.toMatchObject({ type: "toString", status: 418, message: "Tea" });
  });

  it.each([
    [200, "text/html", "<h1>Welcome</h1>"],
    [200, "application/json", "[]"],
    [200, "application/json", "null"],
    [404, "text/html", "<h1>Not found</h1>"],
    [404, "application/json", `{"message":"Route not found","error":"Not Found","statusCode":404}`],
  ])("says that who answers %i %s isn't hoplog", async (status, type, body) => {
    const { client } = await open((_request, response) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
    await expect(client.tags.list()).rejects.toThrow(UnexpectedAnswerError);
  });

  it("names the server that can't be reached", async () => {
    const client = createClient({ url: "http://127.0.0.1:9", retries: 0 });
    await expect(client.tags.list()).rejects.toThrow("Cannot reach 127.0.0.1:9");
  });
});

test("Retry-After is a number of seconds or a date", () => {
  expect(retryAfterOf("7")).toBe(7);
  expect(retryAfterOf("Thu, 26 Nov 2026 04:00:30 GMT", Date.parse("2026-11-26T04:00:00Z"))).toBe(30);
  expect(retryAfterOf("Thu, 26 Nov 2026 03:00:00 GMT", Date.parse("2026-11-26T04:00:00Z"))).toBe(0);
  for (const other of [null, "", "soon", "-1"]) expect(retryAfterOf(other)).toBeUndefined();
});
