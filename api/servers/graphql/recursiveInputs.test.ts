import { parse } from "graphql";
import { beforeAll, describe, expect, it } from "vitest";
import { graphql, makeLink, sharedTestApi, signUp, type TestApi, type TestUser } from "../../testing/testApi.ts";
import { features } from "../../boot/features.ts";
import { buildGraphqlSchema } from "./schema.ts";
import { compileOperations } from "./compiledOperations.ts";

let api: TestApi;
let user: TestUser;
let linkId = "";
beforeAll(async () => {
  api = await sharedTestApi();
  user = await signUp(api);
  ({ id: linkId } = await makeLink(api, user));
});

const when = {
  all: [{ field: "country", op: "in", values: ["AT"] }, { not: { field: "device", values: ["mobile"], op: "in" } }],
};
const rules = [{ name: "Austria", when, then: { url: "https://example.at/" } }];

describe("an operation with a recursive input", () => {
  const create =
    "mutation ($input: CreateLinkInput!) { createLink(input: $input) { id rules { name when { all { field not { field } } } } } }";
  const conditional =
    'query ($id: UUID!, $when: ConditionInput!) { tryLink(linkId: $id, visitor: { country: "AT" }, rules: [{ when: $when, then: { blocked: true } }]) { outcome } }';

  it("is compiled without the code for what has no end, unless a variable is such an input itself", async () => {
    const schema = await buildGraphqlSchema(features);
    const compiledAt = (query: string): boolean[] => {
      const operations = compileOperations(schema);
      return [1, 2, 3].map(() => operations.count({ query }, parse(query)) !== null);
    };
    expect(compiledAt(create)).toEqual([false, false, true]);
    expect(compiledAt(conditional)).toEqual([false, false, false]);
  });

  it("does the same before it is compiled and after", async () => {
    const input = { name: "Ruled", originalUrl: "https://example.com/", rules };
    for (let i = 0; i < 5; i++) {
      const shown = [
        {
          name: "Austria",
          when: {
            all: [
              { field: "country", not: null },
              { field: null, not: { field: "device" } },
            ],
          },
        },
      ];
      expect(await graphql(api, create, { input }, user)).toMatchObject({
        body: { data: { createLink: { rules: shown } } },
      });
      const tried = await graphql(api, conditional, { id: linkId, when }, user);
      expect(tried).toMatchObject({ body: { data: { tryLink: { outcome: "blocked" } } } });
    }
  });

  it.each([
    { when: "everybody", then: { blocked: true } },
    { when: { field: "shoe size", op: "in", values: ["44"] }, then: { blocked: true } },
    { when: { all: when, then: 1 }, then: { blocked: true } },
    { when: null, then: { blocked: true } },
  ])("is refused for what is no condition, compiled or not: %j", async (rule) => {
    for (let i = 0; i < 5; i++) {
      const input = { name: "Ruled", originalUrl: "https://example.com/", rules: [rule] };
      const { body } = await graphql(api, create, { input }, user);
      expect(body["errors"]).toHaveLength(1);
      expect(body["data"] ?? null).toBeNull();
    }
  });
});
