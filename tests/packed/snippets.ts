import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";

export interface Snippet {
  /** Path and first line of the snippet: `docs/reference/sdk.md:12`. */
  readonly place: string;
  readonly code: string;
}

/** Returns the fenced blocks of a language in one of our documents. */
export function snippetsIn(document: string, language: string): Snippet[] {
  const lines = readFileSync(join(repositoryRoot, document), "utf8").split("\n");
  const snippets: Snippet[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    if (lines[index] !== `\`\`\`${language}`) continue;
    const end = lines.indexOf("```", index);
    snippets.push({ place: `${document}:${index + 2}`, code: lines.slice(index + 1, end).join("\n") });
    index = end;
  }
  return snippets;
}
