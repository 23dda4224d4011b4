import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import GithubSlugger from "github-slugger";
import { repositoryRoot } from "@hoplog/stack/root.js";

export interface Document {
  /** Path of the document relative to the repository's root. */
  readonly path: string;
  readonly text: string;
  /** The text without fenced code. */
  readonly prose: string;
  readonly anchors: ReadonlySet<string>;
}

export interface CodeBlock {
  /** Path and first line of the block: `docs/guides/upgrade.md:12`. */
  readonly place: string;
  /** Text after the opening backquotes of the fence. */
  readonly info: string;
  readonly code: string;
}

/** Returns all Markdown files of the repository, except those of test fixtures. */
export function readDocuments(): Document[] {
  return listFiles("*.md")
    .filter((path) => !path.includes("fixtures/"))
    .map(readDocument);
}

/** Returns the repository's existing files that match a pattern of git, including new ones. */
export function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: repositoryRoot,
    encoding: "utf8",
  });
  return listed.split("\n").filter((path) => path !== "" && existsSync(join(repositoryRoot, path)));
}

export function readDocument(path: string): Document {
  const text = readFileSync(join(repositoryRoot, path), "utf8");
  const prose = text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, (code) => code.replaceAll(/[^\n]/g, ""));
  return { path, text, prose, anchors: anchorsIn(prose) };
}

/** Returns the anchors of headings, as GitHub and the documentation site create them. */
function anchorsIn(prose: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = Array.from(prose.matchAll(/^#{1,6} (.+)$/gm), ([, heading = ""]) => heading);
  return new Set(headings.map((heading) => slugger.slug(heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1"))));
}

/** Returns the fenced code of a document. */
export function codeBlocksIn({ path, text }: Document): CodeBlock[] {
  return Array.from(
    text.matchAll(/^( *)```(\S.*)\n([\s\S]*?)^\1```$/gm),
    ({ index, 1: indent = "", 2: info = "", 3: code = "" }) => ({
      place: `${path}:${text.slice(0, index).split("\n").length + 1}`,
      info,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), "").replace(/\n$/, ""),
    }),
  );
}

/** Returns the fenced blocks of a language in one document. */
export function snippetsIn(path: string, language: string): CodeBlock[] {
  return codeBlocksIn(readDocument(path)).filter(({ info }) => info === language);
}
