import Fastify from "fastify";
import { printSchema } from "graphql";
import { buildSchema } from "type-graphql";
import { expect, it } from "vitest";
import { z } from "zod";
import type { TokenServices } from "../../accounts/identity/authenticate.ts";
import type { IdempotentServices } from "../../kernel/calls/idempotencyHooks.ts";
import { many, one } from "../../kernel/contract/answers.ts";
import { deprecated } from "../../kernel/contract/deprecation.ts";
import { entity, nested } from "../../kernel/contract/entity.ts";
import { facesOf, operationsOn } from "../../kernel/contract/operations.ts";
import { describeRest } from "./describe.ts";
import { registerRest } from "./server.ts";

interface Tree {
  readonly name: string;
  readonly age: number;
}

const bark = entity<Tree>()({
  name: "Bark",
  description: "The bark of a tree",
  fields: { age: z.int().describe("Years") },
  computed: {},
});
const tree = entity<Tree>()({
  name: "Tree",
  description: "A tree",
  fields: {
    name: z.string().describe("Name"),
    age: deprecated(z.int().nullable().describe("Years."), { since: "2026-11-30", instead: "Read `bark`." }),
    bark: nested(bark).describe("Bark"),
  },
  computed: { bark: (shown) => shown },
});
const wood = entity<{ readonly tree: Tree }>()({
  name: "Wood",
  description: "A wood",
  fields: { tree: deprecated(nested(tree), { since: "2025-01-01", ends: "2027-06-01", instead: "List the trees." }) },
  computed: {},
});

const oak = { name: "Oak", age: 300 };
const { publicRestOnly, publicMutation, graphqlQuery } = operationsOn<TokenServices & IdempotentServices>(
  { name: "Old trees", description: "Trees" },
  "Link",
);
const common = { description: "Some.", failures: [] } as const;
const nameAnswer = one(bark);
const feature = facesOf([
  publicRestOnly({
    ...common,
    id: "getTree",
    rest: "GET /api/trees/oak",
    summary: "Get a tree",
    takes: {},
    answer: one(tree, { message: null }),
    run: async () => oak,
  }),
  publicRestOnly({
    ...common,
    id: "getWood",
    rest: "GET /api/woods/oaks",
    summary: "Get a wood",
    takes: {},
    answer: one(wood, { message: null }),
    run: async () => ({ tree: oak }),
  }),
  publicMutation({
    ...common,
    name: "growTree",
    rest: "POST /api/trees",
    summary: "Grow a tree",
    takes: {
      years: z.int().nullish(),
      months: deprecated(z.int().nullish(), { since: "2026-12-01", instead: "Send `years`." }),
    },
    message: "Grown",
    answer: nameAnswer,
    run: async () => oak,
  }),
  publicMutation({
    ...common,
    name: "fellTree",
    rest: "DELETE /api/trees/oak",
    summary: "Fell a tree",
    takes: {},
    deprecated: { since: "2026-11-30", ends: "2027-06-01", instead: "Leave it." },
    message: "Felled",
    answer: nameAnswer,
    async run() {
      throw new Error("it stands");
    },
  }),
  graphqlQuery({
    ...common,
    name: "trees",
    summary: "List trees",
    needs: [],
    takes: {},
    answer: many(tree),
    run: async () => [oak],
  }),
  graphqlQuery({
    ...common,
    name: "wood",
    summary: "Get wood",
    needs: [],
    takes: {},
    answer: one(wood),
    run: async () => ({ tree: oak }),
  }),
]);

async function call(method: "GET" | "POST" | "DELETE", url: string, payload?: object) {
  const app = Fastify();
  app.decorateRequest("clientAddress", "192.0.2.1");
  const services: TokenServices & IdempotentServices = Object.create(null);
  registerRest(app, [feature], services);
  const { headers } = await app.inject({ method, url, ...(payload && { payload }) });
  await app.close();
  const { deprecation, sunset, link } = headers;
  return { deprecation, sunset, link };
}

const linkTo = (id: string) => `</api/docs#/Old%20trees/${id}>; rel="deprecation"; type="text/html"`;
const none = { deprecation: undefined, sunset: undefined, link: undefined };

it("is said in headers of each call that answers a deprecated field, of the first one and the first end", async () => {
  const deprecation = `@${Date.UTC(2026, 10, 30) / 1000}`;
  expect(await call("GET", "/api/trees/oak")).toEqual({ ...none, deprecation, link: linkTo("getTree") });
  expect(await call("GET", "/api/woods/oaks")).toEqual({
    deprecation: `@${Date.UTC(2025, 0, 1) / 1000}`,
    sunset: "Tue, 01 Jun 2027 00:00:00 GMT",
    link: linkTo("getWood"),
  });
});

it("is said of a deprecated parameter if that is sent", async () => {
  expect(await call("POST", "/api/trees", { years: 1 })).toEqual(none);
  const { deprecation, link } = await call("POST", "/api/trees", { months: 12 });
  expect({ deprecation, link }).toEqual({ deprecation: `@${Date.UTC(2026, 11, 1) / 1000}`, link: linkTo("growTree") });
});

it("is said of a deprecated call, also where it fails", async () => {
  const { deprecation, sunset } = await call("DELETE", "/api/trees/oak");
  expect([deprecation, sunset]).toEqual([`@${Date.UTC(2026, 10, 30) / 1000}`, "Tue, 01 Jun 2027 00:00:00 GMT"]);
});

const documentOf = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.looseObject({})) })),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.looseObject({ properties: z.looseObject({}) })) }),
});

it("is in the OpenAPI document, with what to use instead", async () => {
  const { paths, components } = documentOf.parse((await describeRest([feature])).document);
  expect(components.schemas["Tree"]?.properties).toMatchObject({
    name: expect.not.objectContaining({ deprecated: true }),
    age: { deprecated: true, description: "Years. Deprecated since 2026-11-30: Read `bark`." },
  });
  expect(components.schemas["Wood"]?.properties).toMatchObject({
    tree: { $ref: "#/components/schemas/Tree", deprecated: true },
  });
  expect(components.schemas["GrowTreeBody"]?.properties).toMatchObject({ months: { deprecated: true } });
  expect(paths["/api/trees/oak"]).toMatchObject({
    get: { responses: { 200: { headers: { Deprecation: {}, Link: {} } } } },
    delete: { deprecated: true, description: "Some. Deprecated since 2026-11-30: Leave it." },
  });
  expect(paths["/api/trees"]?.["post"]).not.toHaveProperty("deprecated");
});

it("is in the GraphQL schema, with what to use instead", async () => {
  const [first = Object, ...others] = feature.resolvers;
  const printed = printSchema(await buildSchema({ resolvers: [first, ...others] }));
  for (const line of [
    'age: Int @deprecated(reason: "Read `bark`.")',
    'tree: Tree! @deprecated(reason: "List the trees.")',
    'months: Int @deprecated(reason: "Send `years`.")',
    'fellTree: Bark! @deprecated(reason: "Leave it.")',
  ])
    expect(printed).toContain(line);
});
