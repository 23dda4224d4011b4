import { getIntrospectionQuery } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";

let api: TestApi;
let ada: TestUser;

beforeAll(async () => {
  api = await sharedTestApi();
  ada = await signUp(api);
});

const refused = { errors: [{ extensions: { type: "VALIDATION_ERROR", status: 422 } }] };

describe("a document over HTTP", () => {
  it("may be the introspection of tools", async () => {
    const { status, body } = await graphql(api, getIntrospectionQuery());
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { __schema: { queryType: { name: "Query" } } } });
  });

  it.each([
    ["is not valid", "{ nobody { id } }"],
    ["can't be parsed", "{ me {"],
    ["introspects under many names", aliased(20, "__schema { types { fields { type { fields { name } } } } }")],
    ["compares with itself for a long time", `{ ${"me { id } ".repeat(1200)} }`],
    [
      "would use up the stack of GraphQL's own rules",
      `{ ...f0 } ${Array.from({ length: 150 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} me { id } ...f${(i * 7) % 150} }`).join(" ")} fragment f150 on Query { me { id } }`,
    ],
    ["is nested deeper than the stack", `${"{ ...on Query ".repeat(1600)} { __typename } ${"}".repeat(1600)}`],
    ["has too many tokens", `{ ${"__typename ".repeat(6000)} }`],
    ["is a subscription", "subscription { linkCounts { linkId } }"],
  ])("is refused with what is wrong where it %s", async (_what, query) => {
    for (let i = 0; i < 2; i++) {
      const { status, body } = await graphql(api, query, {}, ada);
      expect(body).toMatchObject(refused);
      expect(status).toBe(400);
    }
  });

  it("is refused with variables that are too long, wherever they hide", async () => {
    const text = "x".repeat(textMax + 1);
    for (const variables of [{ search: text }, { search: "", more: [[{ [text]: 1 }]] }]) {
      const answer = await graphql(api, "query ($search: String) { groups(search: $search) { id } }", variables, ada);
      expect(answer.body).toMatchObject(refused);
      expect(answer.body).toMatchObject({
        errors: [{ message: `A variable contains a string of more than ${textMax} characters` }],
      });
    }
  });

  it("is refused where its answer would be too large", async () => {
    const originalUrl = `https://example.com/${"x".repeat(2000)}`;
    await Promise.all(Array.from({ length: 100 }, () => makeLink(api, ada, { originalUrl })));
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `a${i}: originalUrl`).join(" ");
    const page = (count: number) => `{ links(first: 100) { edges { node { ${fields(count)} } } } }`;
    expect((await graphql(api, page(10), {}, ada)).body).toHaveProperty("data");
    const { status, body } = await graphql(api, page(23), {}, ada);
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ message: "The response is too large. Request less at a time" }] });
  });
});

function aliased(count: number, field: string): string {
  return `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(" ")} }`;
}
