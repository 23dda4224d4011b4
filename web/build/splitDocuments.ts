import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const generated = /\/graphql\/generated\/graphql\.ts(\?|$)/;
const ofOne = /^(.*\/graphql\/generated\/graphql\.ts)\?document=(\w+)$/;
const imported = /import\s*\{([^}]*)\}\s*from\s*(["'])([^"']*\/graphql\/generated\/graphql\.ts)\2;?/g;

/**
 * Splits the generated file into one module per document. A bundler assigns a module to one chunk as a whole, so the
 * documents of all screens would otherwise be in the shared chunk.
 */
export function splitDocuments(): Plugin {
  return {
    name: "hoplog-split-documents",
    apply: "build",
    enforce: "post",
    async load(id) {
      const [, file, document] = ofOne.exec(id) ?? [];
      if (file === undefined || document === undefined) return null;
      return { code: onlyOf(await readFile(file, "utf8"), document), moduleType: "js" };
    },
    transform(code, id) {
      return id.includes("/node_modules/") || generated.test(id) ? null : withOwnImports(code);
    },
  };
}

/** Extracts one document, which is a single line and refers to no other. */
function onlyOf(source: string, document: string): string {
  const line = source.split("\n").find((one) => one.startsWith(`export const ${document} =`));
  const [value] = line?.split(" as unknown as DocumentNode<") ?? [];
  if (value === undefined) throw new Error(`The generated file contains no document ${document}`);
  return value;
}

function withOwnImports(code: string): string | null {
  const split = code.replaceAll(imported, (_whole, names: string, _quote, from: string) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => `import { ${name} } from "${from}?document=${name.split(" ")[0]}";`)
      .join("\n"),
  );
  return split === code ? null : split;
}
