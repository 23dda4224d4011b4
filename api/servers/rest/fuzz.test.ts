import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { describeRest } from "./describe.ts";
import type { RestCall } from "./document.ts";
import { inject } from "../../testing/inject.ts";
import { makeLink, openTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

const { document, calls } = await describeRest(features);

let api: TestApi;
let user: TestUser;
let linkId: string;
beforeAll(async () => {
  api = await openTestApi();
  user = await signUp(api);
  linkId = (await makeLink(api, user)).id;
});
afterAll(() => api.close());

const awkwardTexts = [
  "",
  "\0",
  "a\0b",
  "\ud800",
  "a\udc00b",
  "%00",
  "'; DROP TABLE link; --",
  "{{7*7}}",
  "x".repeat(3000),
  "https://example.com/",
  "https://example.com/\ud800",
  "a@b.example",
  "ä\u0301\u202e",
  "2026-02-30",
  "2026-02-28T25:00:00Z",
  "0001-01-01",
  "9999-12-31",
  "275760-09-13T00:00:00Z",
  "Europe/Berlin",
  "00000000-0000-4000-8000-000000000000",
  "-1",
  "999999999",
  "1e9",
  "NaN",
  "true",
];
const awkward = fc.constantFrom(...awkwardTexts);
const text = fc.oneof({ arbitrary: awkward, weight: 3 }, { arbitrary: fc.string({ unit: "binary" }), weight: 1 });
const value = fc.oneof(
  { arbitrary: text, weight: 4 },
  { arbitrary: fc.jsonValue({ maxDepth: 2 }), weight: 2 },
  { arbitrary: fc.constantFrom(null, true, 0, -1, 2 ** 31, 1e308), weight: 1 },
);

/** Statuses that a call may return, according to its documentation. */
function allowed(operation: RestCall): Set<number> {
  const { paths } = document as { paths: Record<string, Record<string, { responses: object }>> };
  const path = operation.path.replaceAll(/:(\w+)/g, "{$1}");
  return new Set(Object.keys(paths[path]?.[operation.method.toLowerCase()]?.responses ?? {}).map(Number));
}

function fieldsOf(schema: RestCall["body"]): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(Object.keys(schema?.shape ?? {}).map((name) => [name, value]));
  return fc.record(fields, { requiredKeys: [] });
}

interface Sent {
  readonly body: unknown;
  readonly query: Record<string, unknown>;
  readonly id: string;
  readonly signed: boolean;
}

function oneFieldOf({ body, example }: RestCall): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys(body?.shape ?? {});
  if (names.length === 0) return fc.constant({});
  return fc.tuple(fc.constantFrom(...names), value).map(([name, one]) => ({ ...example, [name]: one }));
}

describe("whatever is sent", () => {
  it.each(calls.map((operation) => ({ ...operation, name: `${operation.method} ${operation.path}` })))(
    "$name never fails on our side, and answers as documented",
    async (operation) => {
      const statuses = allowed(operation);
      const slow = /register|login|password|complete/.test(operation.path);
      const check = async ({ body, query, id, signed }: Sent): Promise<void> => {
        const path = operation.path.replace(":id", id === "own" ? linkId : encode(id));
        const parameters = Object.entries(query).map(([name, one]) => `${name}=${encode(textOf(one))}`);
        const response = await inject(api, {
          method: operation.method,
          url: `${path}?${parameters.join("&")}`,
          headers: {
            ...(signed && { authorization: `Bearer ${user.accessToken}` }),
            ...(operation.body && { "content-type": "application/json" }),
          },
          ...(operation.body && { payload: JSON.stringify(body) }),
        });
        // A path whose last part is empty or too long is a different path, which does not exist.
        if ([404, 414].includes(response.statusCode) && id !== "own") return;
        expect([...statuses]).toContain(response.statusCode);
        expect(response.statusCode === 501 || response.statusCode < 500).toBe(true);
      };
      const request = fc.record({
        body: fc.oneof(
          { arbitrary: fieldsOf(operation.body), weight: 2 },
          // Valid bodies with a single invalid field reach more code than random bodies.
          { arbitrary: oneFieldOf(operation), weight: 4 },
          { arbitrary: fc.jsonValue(), weight: 1 },
        ),
        query: fieldsOf(operation.query),
        id: fc.oneof({ arbitrary: fc.constant("own"), weight: 4 }, { arbitrary: text, weight: 1 }),
        signed: fc.oneof({ arbitrary: fc.constant(true), weight: 5 }, { arbitrary: fc.constant(false), weight: 1 }),
      });
      for (const one of [...awkwardTexts, null, [], {}, 0]) {
        for (const name of Object.keys(operation.body?.shape ?? {})) {
          await check({ body: { ...operation.example, [name]: one }, query: {}, id: "own", signed: true });
        }
        for (const name of Object.keys(operation.query?.shape ?? {})) {
          await check({ body: {}, query: { [name]: one }, id: "own", signed: true });
        }
      }
      await fc.assert(fc.asyncProperty(request, check), { numRuns: slow ? 20 : 100 });
    },
    60_000,
  );
});

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, "\ufffd"));
}
