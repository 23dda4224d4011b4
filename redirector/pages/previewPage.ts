import type { LinkOptions } from "@hoplog/schema/links/options/options.js";
import { escapeHtml } from "@hoplog/platform/http/html.js";
import type { Page } from "./page.ts";

/** Renders the page for preview crawlers: Open Graph and Twitter tags, without the destination. */
export function previewPage(preview: NonNullable<LinkOptions["preview"]>, allowIndexing: boolean): Page {
  const { title, description, imageUrl } = preview;
  const tags = [
    ...(allowIndexing ? [] : [meta("name", "robots", "noindex")]),
    meta("property", "og:type", "website"),
    ...(title === undefined ? [] : [meta("property", "og:title", title)]),
    ...(description === undefined
      ? []
      : [meta("property", "og:description", description), meta("name", "description", description)]),
    ...(imageUrl === undefined ? [] : [meta("property", "og:image", imageUrl)]),
    meta("name", "twitter:card", imageUrl === undefined ? "summary" : "summary_large_image"),
  ];
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeHtml(title ?? "")}</title>
${tags.join("\n")}
</head>
<body>
<h1>${escapeHtml(title ?? "")}</h1>
<p>${escapeHtml(description ?? "")}</p>
</body>
</html>
`;
  return { status: 200, body: Buffer.from(text) };
}

function meta(kind: "name" | "property", name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}">`;
}
