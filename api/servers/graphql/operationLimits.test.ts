import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getIntrospectionQuery, parse } from "graphql";
import { describe, expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { textMax } from "../../kernel/calls/jsonBounds.ts";
import { operationLimitProblems } from "./operationLimits.ts";
import { buildGraphqlSchema } from "./schema.ts";

const schema = await buildGraphqlSchema(features);
const problems = (query: string) =>
  operationLimitProblems(schema, parse(query)).map(({ message }) => message.replaceAll(/\d+/g, "N"));

const tooDear = "The operation costs N, but at most N is allowed. Request less at a time";
const tooDeep = "The operation is N levels deep, but at most N are allowed";
const tooMany = "The operation requests N values, but at most N are allowed. Request less at a time";
const tooManyFields = "The operation selects N fields, but at most N are allowed. Request less at a time";

describe("the limits of an operation", () => {
  it("leave room for every operation of the web app", () => {
    const web = fileURLToPath(new URL("../../../web", import.meta.url));
    const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".graphql") && !file.includes("node_modules"),
    );
    expect(files.length).toBeGreaterThan(3);
    const documents = files.map((file) => readFileSync(join(web, file), "utf8")).join("\n");
    expect(problems(documents)).toEqual([]);
  });

  it("leave room for introspection and a full page", () => {
    const options = { specifiedByUrl: true, directiveIsRepeatable: true, schemaDescription: true, oneOf: true };
    expect(problems(getIntrospectionQuery({ ...options, inputValueDeprecation: true }))).toEqual([]);
    expect(problems('{ __type(name: "Link") { fields { name type { kind ofType { name } } } } }')).toEqual([]);
    expect(
      problems("{ links(first: 100) { edges { node { id clicks group { name urlCount recentLinks { id } } } } } }"),
    ).toEqual([]);
  });

  it("leave room for the rules of a link, as deep as they go, and for those of a page that are not", () => {
    const flat = "field op values name";
    const condition = (depth: number): string =>
      depth === 0
        ? flat
        : `${flat} ${["all", "any", "not"].map((group) => `${group} { ${condition(depth - 1)} }`).join(" ")}`;
    const split = "split { sticky arms { number name url weight } }";
    const rules = (depth: number) =>
      `rules { number name when { ${condition(depth)} } then { url blocked ${split} } } ${split}`;
    expect(problems(`{ link(id: "x") { id name ${rules(3)} preview { title } history { version } } }`)).toEqual([]);
    expect(problems(`{ links(first: 100) { edges { node { id originalUrl ${rules(1)} } } } }`)).toEqual([]);
  });

  it.each([
    ["much of everything", "{ links(first: 100) { edges { node { history { version } } } } }"],
    [
      "lists in lists",
      "{ groups { recentLinks { group { recentLinks { group { recentLinks { group { id } } } } } } } }",
    ],
    ["what hides behind a variable", "query ($n: Int!) { links(first: $n) { edges { node { history { at } } } } }"],
    [
      "the same many times",
      `{ ${Array.from({ length: 60 }, (_, i) => `d${i}: dashboard { overview { totalUrls } }`).join(" ")} }`,
    ],
    ["guesses of a password at once", `mutation { ${guesses(12)} }`],
    [
      "fragments that double",
      `{ me { id } ...f0 } ${Array.from({ length: 20 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} ...f${i + 1} }`).join(" ")}
       fragment f20 on Query { dashboard { overview { totalUrls } } }`,
    ],
  ])("refuse %s", (_what, query) => {
    expect(problems(query)).toContain(tooDear);
  });

  it.each([
    [
      "introspection under many names",
      `{ ${aliases(20, "__schema { types { fields { type { fields { name } } } } }")} }`,
    ],
    [
      "introspection under many names at every level",
      `{ __schema { types { ${aliases(8, `fields { type { ${aliases(8, "fields { name }")} } }`)} } } }`,
    ],
    [
      "introspection of a chosen type",
      `{ __type(name: "Query") { fields { type { fields { type { ${aliases(250, "name")} } } } } } }`,
    ],
    [
      "introspection through fragments",
      `{ ...a } fragment a on Query { ${aliases(4, "__schema { ...b }")} }
       fragment b on __Schema { ${aliases(4, "types { ...c }")} } fragment c on __Type { ${aliases(5, "fields { name a: name b: name c: name }")} }`,
    ],
    ["one plain value many times", `{ links(first: 100) { edges { node { ${aliases(590, "id")} } } } }`],
    ["long texts many times", `{ links(first: 100) { edges { node { ${aliases(40, "originalUrl")} } } } }`],
  ])("refuse %s", (_what, query) => {
    expect(problems(query)).toEqual([tooMany]);
  });

  it.each([
    ["many fields", `{ ${aliases(700, "__typename")} }`],
    ["fields again and again", `{ ${"me { id } ".repeat(400)} }`],
    ["fields of fragments", `{ ${"...a ".repeat(100)} } fragment a on Query { ${aliases(9, "__typename")} }`],
  ])("refuse %s", (_what, query) => {
    expect(problems(query)).toEqual([tooManyFields]);
  });

  it("refuse many fragments, many operations, and long texts", () => {
    const chain = Array.from({ length: 150 }, (_, i) => `fragment f${i} on Query { ...f${i + 1} }`).join(" ");
    expect(problems(`{ ...f0 } ${chain} fragment f150 on Query { me { id } }`)).toEqual([
      "The document has N fragments, but at most N are allowed",
    ]);
    const operations = Array.from({ length: 10 }, (_, i) => `query q${i} { ${aliases(590, "__typename")} }`).join(" ");
    expect(problems(operations)).toEqual([
      "The document selects N fields, but at most N are allowed. Request less at a time",
    ]);
    expect(problems(`{ groups(search: "${"x".repeat(textMax + 1)}") { id } }`)).toEqual([
      "A string has N characters, but at most N are allowed",
    ]);
  });

  it("get over what would use up the stack", () => {
    expect(problems(`{ ${"...on Query {".repeat(1600)} id ${"}".repeat(1600)} }`)).toEqual([
      "The operation is nested too deeply. At most N levels are allowed",
    ]);
  });

  it("refuse what is too deep", () => {
    const nested = (levels: number): string =>
      levels === 0 ? "id" : `recentLinks(first: 1) { group { ${nested(levels - 1)} } }`;
    expect(problems(`{ groups { ${nested(6)} } }`)).toContain(tooDeep);
  });

  it("get over fragments that go round", () => {
    expect(problems("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }")).toEqual([]);
  });
});

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(" ");
}

function guesses(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `g${i}: login(email: "a@b.cd", password: "${i}") { user { id } }`,
  ).join(" ");
}
