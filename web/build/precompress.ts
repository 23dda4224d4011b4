import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Plugin, ResolvedConfig } from "vite";
import { compressed } from "./compressed.ts";

const zip = promisify(gzip);

const compressible = new Set([".js", ".css", ".html", ".svg", ".json", ".txt", ".webmanifest"]);
/** Minimum size in bytes; smaller files fit into one packet anyway. */
const minBytes = 512;
/** Brotli quality that takes a twentieth of the time of the best one, for files a tenth larger. */
const quickQuality = 9;

/**
 * Writes a .br and a .gz next to each text file of the build that is not tiny, and prints the transferred sizes. `rare`
 * matches large files that few visits load.
 */
export function precompress(rare: RegExp): Plugin {
  let config: ResolvedConfig;
  return {
    name: "hoplog-precompress",
    apply: "build",
    enforce: "post",
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      const outDir = join(config.root, config.build.outDir);
      mkdirSync(outDir, { recursive: true });
      const files = await Promise.all(
        textFiles(outDir).map(async (file) => ({
          name: relative(outDir, file),
          ...(await compress(file, rare.test(file) ? quickQuality : undefined)),
        })),
      );
      const lines = files
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

async function compress(file: string, quality?: number): Promise<{ raw: number; brotli: number }> {
  const content = readFileSync(file);
  if (content.length < minBytes) return { raw: content.length, brotli: content.length };
  const [brotli, gzipped] = await Promise.all([compressed(content, quality), zip(content, { level: 9 })]);
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipped);
  return { raw: content.length, brotli: brotli.length };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(8)} kB`;
}
