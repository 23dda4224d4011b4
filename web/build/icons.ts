import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Plugin } from "vite";

const prefix = "virtual:icons/";
const createIcon = join(import.meta.dirname, "../ui/elements/createIcon.ts");

/** SVG content of each icon, by name. */
type IconSet = ReadonlyMap<string, string>;

/**
 * Creates a component for each Tabler icon that is imported as `virtual:icons/its-name`, from a package that contains
 * only the drawings: Tabler's React package has 18,000 files, a quarter of all installed files.
 */
export function icons(): Plugin {
  let set: Promise<IconSet> | null = null;
  return {
    name: "hoplog-icons",
    resolveId: (id) => (id.startsWith(prefix) ? { id: `\0${id}`, moduleSideEffects: false } : null),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      set ??= readSet();
      const { paths, isFilled } = drawingOf(id.slice(prefix.length + 1), await set);
      const made = `createIcon(${JSON.stringify(paths)}${isFilled ? ", true" : ""})`;
      const code = `import { createIcon } from ${JSON.stringify(createIcon)};\nexport default /* @__PURE__ */ ${made};`;
      return { code, moduleType: "js" };
    },
  };
}

async function readSet(): Promise<IconSet> {
  const file = createRequire(import.meta.filename).resolve("@iconify-json/tabler/icons.json");
  const { icons: known }: { icons: Readonly<Record<string, { readonly body: string }>> } = JSON.parse(
    await readFile(file, "utf8"),
  );
  return new Map(Object.entries(known).map(([name, { body }]) => [name, body]));
}

/** Returns an icon's drawing. Throws for unknown icons, and for icons with elements other than paths. */
function drawingOf(name: string, set: IconSet) {
  const body = set.get(name);
  if (body === undefined) throw new Error(`Tabler has no icon ${name}`);
  const tags = body.match(/<[a-z][^>]*>/g) ?? [];
  const paths = tags.flatMap((tag) => / d="([^"]+)"/.exec(tag)?.slice(1) ?? []);
  if (tags.some((tag) => !/^<(g|path) /.test(tag)) || paths.length === 0)
    throw new Error(`The icon ${name} contains elements other than paths. Choose another icon`);
  return { paths, isFilled: body.includes('fill="currentColor"') };
}
