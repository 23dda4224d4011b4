import { writeFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, it } from "vitest";
import { splitDocuments } from "./splitDocuments.ts";

it("a chunk holds the documents that it needs, and no others", async () => {
  const root = mkdtempSync(join(tmpdir(), "hoplog-documents-"));
  mkdirSync(join(root, "graphql", "generated"), { recursive: true });
  const document = (name: string) => `export const ${name}Document = {"kind":"${name}"} as unknown as DocumentNode<X>;`;
  writeFileSync(
    join(root, "graphql", "generated", "graphql.ts"),
    `type DocumentNode<T> = T;\ntype X = unknown;\n${["First", "Second", "Third"].map(document).join("\n")}\n`,
  );
  const late = (name: string) =>
    `import { ${name}Document as it, ThirdDocument } from "./graphql/generated/graphql.ts";\nexport default [it, ThirdDocument];`;
  writeFileSync(join(root, "first.ts"), late("First"));
  writeFileSync(join(root, "second.ts"), late("Second"));
  writeFileSync(join(root, "main.ts"), `console.log(import("./first.ts"), import("./second.ts"));`);
  const built = await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins: [splitDocuments()],
    build: { write: false, rolldownOptions: { input: join(root, "main.ts") } },
  });
  const chunks = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const holding = (name: string) =>
    chunks.flatMap((chunk) => (chunk.type === "chunk" && chunk.code.includes(name) ? chunk.name : []));
  expect([holding("First"), holding("Second")]).toEqual([["first"], ["second"]]);
  expect(holding("Third")).toHaveLength(1);
});
