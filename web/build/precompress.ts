import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";

const compressible = new Set([".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest"]);
/** Below this a packet is a packet. */
const minBytes = 512;

/** Writes a .br and a .gz beside every text file of the build, and prints what the browser will receive. */
export function precompress(): Plugin {
  let config: ResolvedConfig;
  return {
    name: "hoplog-precompress",
    apply: "build",
    enforce: "post",
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle() {
      const outDir = join(config.root, config.build.outDir);
      mkdirSync(outDir, { recursive: true });
      const lines = textFiles(outDir)
        .map((file) => ({ name: relative(outDir, file), ...compress(file) }))
        .toSorted((a, b) => b.brotli - a.brotli)
        .map(({ name, raw, brotli }) => `${kilobytes(raw)} raw ${kilobytes(brotli)} brotli  ${name}`);
      config.logger.info(`\n${lines.join("\n")}\n`);
    },
  };
}

function textFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
}

function compress(file: string): { raw: number; brotli: number } {
  const content = readFileSync(file);
  if (content.length < minBytes) return { raw: content.length, brotli: content.length };
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  return { raw: content.length, brotli: brotli.length };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
}
