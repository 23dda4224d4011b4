import { sql } from "@hoplog/platform/postgres/sql.js";
import { limits } from "@hoplog/schema/limits.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  call,
  graphql,
  sharedTestApi,
  password,
  signUp,
  type TestApi,
  type TestUser,
} from "../../../testing/testApi.ts";

let api: TestApi;
let user: TestUser;
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
});

const put = (body: object, by = user) => call(api, "PUT", "/api/bots/rules", { user: by, body });
const versionOf = z.object({ data: z.object({ version: z.number() }) });

async function rulesOf(by = user) {
  return (await call(api, "GET", "/api/bots/rules", { user: by })).body["data"];
}

async function kept(ownerId: string) {
  const { rows } = await api.services.reads.query<{ rules: unknown }>(
    sql`SELECT rules FROM bot_rules WHERE owner_id = ${ownerId} ORDER BY version`,
  );
  return rows.map(({ rules }) => rules);
}

describe("the rules of a workspace", () => {
  it("are kept as visits will be compared with them, each change as a version and in the audit", async () => {
    expect(await rulesOf()).toEqual({
      version: 0,
      since: null,
      verdicts: [],
      addresses: [],
      parameter: null,
      etag: '"0"',
    });
    const { status, body } = await put({
      verdicts: [
        { field: "agent", value: " OurMonitor/ ", verdict: "bot" },
        { field: "network", value: "as15169", verdict: "person" },
        { field: "referrer", value: "WWW.Bücher.example.", verdict: "bot" },
        { field: "agent", value: "ourmonitor/", verdict: "person" },
      ],
      addresses: ["203.0.113.7", "::ffff:198.51.100.0/120", "2001:DB8::/32", "203.0.113.7"],
      parameter: { name: "me", value: "it-is-us" },
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    const rules = {
      verdicts: [
        { field: "agent", value: "OurMonitor/", verdict: "bot" },
        { field: "network", value: "15169", verdict: "person" },
        { field: "referrer", value: "xn--bcher-kva.example", verdict: "bot" },
      ],
      addresses: ["203.0.113.7", "198.51.100.0/24", "2001:db8::/32"],
      parameter: { name: "me", value: "it-is-us" },
    };
    expect(await rulesOf()).toMatchObject(rules);
    await put({});
    expect(await rulesOf()).toMatchObject({ verdicts: [], addresses: [], parameter: null });
    expect(await kept(user.id)).toMatchObject([rules, { verdicts: [] }]);
    const { rows } = await api.services.reads.query(
      sql`SELECT action, detail::text AS detail FROM audit WHERE resource_type = 'bot rules' AND resource_id = ${user.id}`,
    );
    expect(rows.map(({ action }) => action)).toEqual(["SetBotRules", "SetBotRules"]);
    expect(JSON.stringify(rows)).not.toContain("203.0.113");
  });

  it("are refused where they have changed meanwhile", async () => {
    const { version } = versionOf.parse((await put({})).body).data;
    expect((await put({ version, addresses: ["192.0.2.1"] })).status).toBe(200);
    const late = await put({ version, addresses: ["192.0.2.2"] });
    expect(late).toMatchObject({ status: 409, body: { error: { details: { field: "version" } } } });
    expect(await rulesOf()).toMatchObject({ addresses: ["192.0.2.1"] });
  });

  it("have versions that nobody can pass who has not committed yet", async () => {
    const others = await Promise.all(Array.from({ length: 4 }, () => signUp(api)));
    await Promise.all(others.map((other) => put({ addresses: ["192.0.2.1"] }, other)));
    const { rows } = await api.services.reads.query<{ version: string }>(
      sql`SELECT version FROM bot_rules WHERE owner_id = ANY (${others.map(({ id }) => id)}) UNION ALL SELECT version
        FROM bot_rules_clock ORDER BY version`,
    );
    expect(new Set(rows.map(({ version }) => version)).size).toBe(4);
    expect(rows.at(-1)?.version).toBe(rows.at(-2)?.version);
  });

  const verdict = (field: string, value: string) => ({ verdicts: [{ field, value, verdict: "bot" }] });
  it.each<[object, string]>([
    [verdict("agent", "ab"), "verdicts.0.value"],
    [verdict("agent", "x".repeat(limits.ownVerdictMax + 1)), "verdicts.0.value"],
    [verdict("agent", "a\u0000bc"), "verdicts.0.value"],
    [verdict("network", "0"), "verdicts.0.value"],
    [verdict("network", "4294967296"), "verdicts.0.value"],
    [verdict("network", "Google"), "verdicts.0.value"],
    [verdict("referrer", "https://news.example/"), "verdicts.0.value"],
    [verdict("city", "Bonn"), "verdicts.0.field"],
    [{ verdicts: [{ field: "agent", value: "abc", verdict: "cat" }] }, "verdicts.0.verdict"],
    [{ verdicts: Array.from({ length: 101 }, (_, i) => verdict("agent", `agent ${i}`).verdicts[0]) }, "verdicts"],
    [{ addresses: ["203.0.113"] }, "addresses.0"],
    [{ addresses: ["192.0.2.1", "0.0.0.0/0"] }, "addresses.1"],
    [{ addresses: ["2001::/15"] }, "addresses.0"],
    [{ addresses: Array.from({ length: 51 }, (_, i) => `192.0.2.${i}`) }, "addresses"],
    [{ parameter: { name: "me", value: "short" } }, "parameter.value"],
    [{ parameter: { name: "utm_source", value: "it-is-us" } }, "parameter.name"],
    [{ parameter: { name: "a b", value: "it-is-us" } }, "parameter.name"],
  ])("refuse %j", async (body, field) => {
    const before = await rulesOf();
    const answer = await put(body);
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { type: "VALIDATION_ERROR", details: { fields: [{ field }] } } },
    });
    expect(await rulesOf()).toEqual(before);
  });

  it("go with the account", async () => {
    const leaving = await signUp(api);
    await put({ addresses: ["192.0.2.9"] }, leaving);
    await graphql(api, "mutation ($password: String!) { deleteAccount(password: $password) }", { password }, leaving);
    expect(await kept(leaving.id)).toEqual([]);
  });
});
