import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it } from "vitest";
import { operationLimitsRule } from "./operationLimits.ts";

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");
const schema = buildSchema(read("schema/graphql/schema.graphql"));
const problems = (query: string) =>
  validate(schema, parse(query), [operationLimitsRule]).map(({ message }) => message.replaceAll(/\d+/g, "N"));

const tooDear = "The operation costs N; N are allowed. Ask for less at a time";
const tooDeep = "The operation is N levels deep; N are allowed";

describe("the limits of an operation", () => {
  it("leave room for every operation of the web app", () => {
    const web = fileURLToPath(new URL("../../web", import.meta.url));
    const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter(
      (file) => file.endsWith(".graphql") && !file.includes("node_modules"),
    );
    expect(files.length).toBeGreaterThan(3);
    const documents = files.map((file) => readFileSync(join(web, file), "utf8")).join("\n");
    expect(problems(documents)).toEqual([]);
  });

  it("leave room for introspection and a full page", () => {
    expect(problems("{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }")).toEqual(
      [],
    );
    expect(
      problems("{ links(first: 100) { edges { node { id clicks group { name urlCount recentLinks { id } } } } } }"),
    ).toEqual([]);
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

  it("refuse what is too deep", () => {
    const nested = (levels: number): string =>
      levels === 0 ? "id" : `recentLinks(first: 1) { group { ${nested(levels - 1)} } }`;
    expect(problems(`{ groups { ${nested(6)} } }`)).toContain(tooDeep);
  });

  it("get over fragments that go round", () => {
    expect(problems("{ ...a } fragment a on Query { ...b } fragment b on Query { ...a }")).toEqual([]);
  });
});

function guesses(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `g${i}: login(email: "a@b.cd", password: "${i}") { user { id } }`,
  ).join(" ");
}
