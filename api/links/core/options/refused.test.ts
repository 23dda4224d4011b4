import { sql } from "@hoplog/platform/postgres/sql.js";
import { optionLimits } from "@hoplog/schema/links/options/options.js";
import { encodeLinkRecord, maxRecordBytes } from "@hoplog/schema/topics/links/record.js";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  call,
  graphql,
  makeLink,
  sharedTestApi,
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

const link = { name: "Example", originalUrl: "https://example.com/" };
const rule = { when: { field: "country", op: "in", values: ["AT"] }, then: { url: "https://example.at/" } };

const refusal = (field: string) => ({ type: "VALIDATION_ERROR", details: { fields: [{ field }] } });
const bad = { rules: [rule, { ...rule, then: { url: "nowhere" } }] };
/** The body is JSON text, because building such a nested object would also overflow the stack. */
const nested = (depth: number) => `${'{"not":'.repeat(depth)}{}${"}".repeat(depth)}`;
const nestedRules = (depth: number) => `"rules": [{ "when": ${nested(depth)}, "then": { "blocked": true } }]`;
const linkJson = JSON.stringify(link).slice(0, -1);

describe("options that can't be taken", () => {
  it("are refused with the path of each field", async () => {
    expect(await call(api, "POST", "/api/urls", { user, body: { ...link, ...bad } })).toMatchObject({
      status: 422,
      body: { error: refusal("rules.1.then.url") },
    });
    const { id } = await makeLink(api, user);
    expect(await call(api, "PUT", `/api/urls/${id}`, { user, body: bad })).toMatchObject({
      status: 422,
      body: { error: refusal("rules.1.then.url") },
    });
  });

  it("refuse their own link of a batch alone", async () => {
    const urls = [link, { ...link, ...bad }, { ...link, forwardQuery: true }].map((one) => JSON.stringify(one));
    const sentAs = `{"urls":[${urls.join(",")},${linkJson},${nestedRules(100_000)}}]}`;
    const { status, body } = await call(api, "POST", "/api/urls/batch", { user, body: sentAs });
    expect({ status, data: body["data"] }).toMatchObject({
      status: 200,
      data: [
        { url: {} },
        { error: refusal("rules.1.then.url") },
        { url: { forwardQuery: true } },
        { error: refusal("rules.0.when.not.not.not") },
      ],
    });
  });

  it("are refused over GraphQL, nested in variables or in the document, compiled or not", async () => {
    const create = `mutation ($input: CreateLinkInput!) { createLink(input: $input) { id } }`;
    const send = async (input: string) => {
      const response = await api.app.inject({
        method: "POST",
        url: "/graphql",
        headers: { authorization: `Bearer ${user.accessToken}`, "content-type": "application/json" },
        payload: `{"query":${JSON.stringify(create)},"variables":{"input":${input}}}`,
      });
      return response.json();
    };
    for (let i = 0; i < 5; i++) {
      expect(await send(`${linkJson},${nestedRules(20_000)}}`)).toMatchObject({
        errors: [{ message: "A variable is nested too deeply. At most 32 levels are allowed" }],
      });
      expect(await send(`${linkJson},${nestedRules(4)}}`)).toMatchObject({
        errors: [{ extensions: refusal("rules.0.when.not.not.not") }],
      });
      const good = await graphql(api, create, { input: { ...link, rules: [rule] } }, user);
      expect(good.body).toMatchObject({ data: { createLink: { id: expect.any(String) } } });
    }
    const literal = `${"{not:".repeat(1200)}{field:country,op:in,values:["AT"]}${"}".repeat(1200)}`;
    const document = `mutation { createLink(input: {name: "n", originalUrl: "https://example.com/",
      rules: [{when: ${literal}, then: {blocked: true}}]}) { id } }`;
    expect((await graphql(api, document, {}, user)).body).toMatchObject({
      errors: [{ extensions: refusal("rules.0.when.not.not.not") }],
    });
  });
});

it("the largest options and URL that a link may have fit into its record", async () => {
  const values = Array.from({ length: 100 }, (_, i) => String(i));
  const condition = { field: "city", op: "in", values };
  const originalUrl = `https://example.com/${"字".repeat(1775)}`;
  const optionsOf = (count: number) => ({
    originalUrl,
    rules: [{ when: { any: Array.from({ length: count }, () => condition) }, then: { blocked: true } }],
  });
  const tooLarge = await call(api, "POST", "/api/urls", { user, body: { ...link, ...optionsOf(64) } });
  expect(tooLarge).toMatchObject({ status: 422, body: { error: refusal("rules") } });
  const made = await call(api, "POST", "/api/urls", { user, body: { ...link, ...optionsOf(61) } });
  const { _id } = made.body["data"] as { _id: string };
  const { rows } = await api.services.reads.query(sql`SELECT plan FROM link_target WHERE link_id = ${_id}`);
  const [{ plan }] = z.tuple([z.object({ plan: z.instanceof(Buffer) })]).parse(rows);
  // PostgreSQL stores JSON with spaces.
  expect(plan.length).toBeGreaterThan(optionLimits.planBytesMax);
  const record = { linkId: _id, ownerId: user.id, revision: 1, domain: 0, state: "planned", url: originalUrl } as const;
  expect(encodeLinkRecord({ ...record, plan }).length).toBeLessThan(maxRecordBytes);
});
