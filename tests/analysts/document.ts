import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";

const textOf = (name: string): string => readFileSync(join(repositoryRoot, "docs", name), "utf8");

export interface DocumentedColumn {
  readonly view: string;
  readonly name: string;
  readonly type: string;
  readonly comment: string;
}

/** Returns the columns as docs/reference/sql-tables.md describes them, in the order of the document. */
export function documentedColumns(): DocumentedColumn[] {
  return sections(textOf("reference/sql-tables.md"), "Columns").flatMap(({ title: view, body }) =>
    [...body.matchAll(/^\| `(\w+)` \| `(.+)` \| (.+) \|$/gm)].map(([, name = "", type = "", comment = ""]) => ({
      view,
      name,
      type,
      comment,
    })),
  );
}

/** Returns the queries of docs/guides/query-clicks.md with their titles. */
export function documentedQueries(): { title: string; sql: string }[] {
  return sections(textOf("guides/query-clicks.md"), "Example queries").map(({ title, body }) => ({
    title,
    sql: /```sql\n([\s\S]*?)```/.exec(body)?.[1] ?? "",
  }));
}

function sections(text: string, chapter: string): { title: string; body: string }[] {
  const start = text.indexOf(`\n## ${chapter}\n`);
  const end = text.indexOf("\n## ", start + 1);
  const [, ...parts] = text.slice(start, end === -1 ? undefined : end).split("\n### ");
  return parts.map((part) => {
    const [title = "", ...lines] = part.split("\n");
    return { title, body: lines.join("\n") };
  });
}
