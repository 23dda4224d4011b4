import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import type { InlineConfig, Plugin } from "vite";
import { build } from "vite";
import { chunksOfPage } from "./chunks.ts";
import type { RenderPages, RenderedPage } from "./renderedPage.ts";
import { routes } from "./routes.ts";
import { withoutScript } from "./withoutScript.ts";

interface Files {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Writes a page for each path that boot/render.tsx renders: index.html for /, login.html for /login. The bundler's
 * index.html becomes app.html, the page of all other paths.
 */
export function renderedPages(sources: InlineConfig): Plugin {
  let root = "";
  let outDir = "";
  return {
    name: "hoplog-rendered-pages",
    apply: "build",
    configResolved(config) {
      root = config.root;
      outDir = join(config.root, config.build.outDir);
    },
    async writeBundle(_options, bundle) {
      const chunks = new Map(
        Object.entries(bundle).flatMap(([name, file]) => (file.type === "chunk" ? [[name, file] as const] : [])),
      );
      const needed = (path: string): Files => {
        const scripts = [...chunksOfPage(chunks, routes[path] ?? [], (id) => relative(root, id))];
        const styles = scripts.flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
        return { scripts, styles: [...new Set(styles)] };
      };
      const shell = nameEarlyScript(outDir, readFileSync(join(outDir, "index.html"), "utf8"));
      writeFileSync(join(outDir, "app.html"), shell);
      const pages = (await render(sources)).map((page) => ({ ...page, files: needed(page.path) }));
      const styles = new Set(pages.flatMap(({ files }) => files.styles));
      const texts = [...styles].map((file) => readFileSync(join(outDir, file), "utf8"));
      const plain = writeHashed(
        outDir,
        "plain.css",
        withoutScript([...texts, ...pages.flatMap(({ html }) => stylesIn(html))]),
      );
      for (const page of pages) {
        const name = page.path === "/" ? "index.html" : `${page.path.slice(1)}.html`;
        writeFileSync(join(outDir, name), document(shell, page, page.files, plain));
      }
    },
  };
}

/** Runs boot/render.tsx in this process, from a temporary bundle. */
async function render(sources: InlineConfig): Promise<RenderedPage[]> {
  const folder = mkdtempSync(join(tmpdir(), "hoplog-render-"));
  const conditions = ["hoplog-source", "module", "node", "development|production"];
  try {
    await build({
      ...sources,
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      resolve: { ...sources.resolve, conditions },
      define: { ...sources.define, "process.env.NODE_ENV": JSON.stringify("production") },
      ssr: { noExternal: true, resolve: { conditions } },
      build: {
        ...sources.build,
        ssr: "boot/render.tsx",
        outDir: folder,
        emptyOutDir: true,
        rolldownOptions: { output: { entryFileNames: "render.mjs" } },
      },
    });
    const { renderPages }: { renderPages: RenderPages } = await import(pathToFileURL(join(folder, "render.mjs")).href);
    return await renderPages();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Renames the script that runs before the first paint by its content hash, so that browsers cache it. */
function nameEarlyScript(outDir: string, html: string): string {
  const source = join(outDir, "early.js");
  const name = writeHashed(outDir, "early.js", readFileSync(source, "utf8"));
  rmSync(source);
  return html.replace('src="/early.js"', `src="/${name}"`);
}

function writeHashed(outDir: string, name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  const file = `assets/${name.replace(".", `-${hash}.`)}`;
  writeFileSync(join(outDir, file), text);
  return file;
}

function stylesIn(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, text = ""]) => text);
}

function document(shell: string, page: RenderedPage, files: Files, plain: string): string {
  const { path, html, forGuests, startsOnUse } = page;
  const missing = (name: string) => !shell.includes(`"/${name}"`);
  const head = [
    ...files.styles.filter(missing).map((name) => `<link rel="stylesheet" crossorigin href="/${name}">`),
    ...files.scripts
      .filter(missing)
      .map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`),
    `<noscript><link rel="stylesheet" href="/${plain}"></noscript>`,
  ];
  const note = forGuests ? "<noscript><p>This form needs JavaScript.</p></noscript>" : "";
  const root = `<div id="root" data-page="${path}"${forGuests ? " data-guests" : ""}>${html}</div>`;
  const waiting = startsOnUse ? startOnUse(shell) : shell;
  // Scripts are loaded after the styles, because the page is readable without them.
  return waiting
    .replace(/\s*<noscript>[^<]*<\/noscript>/, "")
    .replaceAll(/<(?=script type="module"|link rel="modulepreload")(\w+)/g, '<$1 fetchpriority="low"')
    .replace("</head>", () => `${head.join("\n    ")}\n  </head>`)
    .replace('<div id="root"></div>', () => note + root);
}

/** Preloads the app and lets early.js start it. Throws if the page has no app script. */
function startOnUse(shell: string): string {
  const script = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
  const [tag, app] = script.exec(shell) ?? [];
  if (tag === undefined) throw new Error("The built page has no script that starts the app");
  return shell
    .replace(tag, `<link rel="modulepreload" crossorigin href="${app}">`)
    .replace(/<script src="[^"]*early[^"]*"/, (early) => `${early} data-app="${app}"`);
}
