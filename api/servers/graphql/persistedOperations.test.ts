import { createHash } from "node:crypto";
import { buildSchema, parse, printSchema, validate } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { sharedTestApi, signUp, type TestApi } from "../../testing/testApi.ts";
import { manifestOf } from "./operationManifest.ts";
import { readOperationManifest } from "./persistedOperations.ts";
import { buildGraphqlSchema } from "./schema.ts";

let api: TestApi;
beforeAll(async () => {
  api = await sharedTestApi();
});

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

async function send(payload: object, token?: string) {
  const response = await api.app.inject({
    method: "POST",
    url: "/graphql",
    headers: token ? { authorization: `Bearer ${token}` } : {},
    payload,
  });
  return response.json<{ data?: unknown; errors?: { message: string; extensions: { type: string } }[] }>();
}

const byHash = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });

describe("operations by their hash", () => {
  it("run at once where the web app has them", async () => {
    const user = await signUp(api);
    const manifest = await readOperationManifest();
    const [hash = ""] = Object.entries(manifest).find(([, text]) => /^query \w+ \{\s+me \{/.test(text)) ?? [];
    expect(await send(byHash(hash), user.accessToken)).toMatchObject({ data: { me: { __typename: "User" } } });
  });

  it("are requested in full where they are new, and are remembered then", async () => {
    const query = "query New { me { id name email } }";
    const user = await signUp(api);
    expect(await send(byHash(sha256(query)), user.accessToken)).toMatchObject({
      errors: [{ message: "PersistedQueryNotFound" }],
    });
    const me = { data: { me: { id: user.id } } };
    expect(await send({ query, ...byHash(sha256(query)) }, user.accessToken)).toMatchObject(me);
    expect(await send(byHash(sha256(query)), user.accessToken)).toMatchObject(me);
  });

  it("are refused under a hash that is not theirs", async () => {
    const answer = await send({ query: "{ me { id } }", ...byHash(sha256("something else")) });
    expect(answer).toMatchObject({ errors: [{ extensions: { type: "VALIDATION_ERROR" } }] });
  });
});

describe("the manifest", () => {
  it("holds operations of the present schema under their own hashes", async () => {
    const schema = buildSchema(printSchema(await buildGraphqlSchema(features)));
    const entries = Object.entries(await readOperationManifest());
    expect(entries.length).toBeGreaterThan(10);
    for (const [hash, text] of entries) {
      expect(hash).toBe(sha256(text));
      expect(validate(schema, parse(text))).toEqual([]);
    }
  });

  it("prints documents with their types' names, as the client sends them", () => {
    const document = parse("query Q { me { ...f } __typename } fragment f on User { id }");
    expect(Object.values(manifestOf([document]))).toEqual([
      "query Q {\n  me {\n    ...f\n    __typename\n  }\n  __typename\n}\n\nfragment f on User {\n  id\n  __typename\n}",
    ]);
  });
});
