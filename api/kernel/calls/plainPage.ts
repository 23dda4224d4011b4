import { escapeHtml } from "@hoplog/platform/http/html.js";
import type { FastifyInstance, FastifyReply } from "fastify";

export interface PlainPage {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** A button below the paragraphs, which sends a POST. */
  readonly post?: { readonly label: string; readonly url: string };
  readonly links: readonly { readonly label: string; readonly url: string }[];
}

/** Sends a plain page. Its URL has a token, so the browser must not send it on as a referrer. */
export function sendPlainPage(reply: FastifyReply, status: 200 | 410, page: PlainPage): FastifyReply {
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .header("referrer-policy", "no-referrer")
    .send(plainPage(page));
}

/** Registers POST routes that ignore request bodies, for buttons of plain pages and for mail programs (RFC 8058). */
export function acceptForms(app: FastifyInstance, addRoutes: (forms: FastifyInstance) => void): void {
  void app.register(async (forms) => {
    forms.addContentTypeParser(
      ["application/x-www-form-urlencoded", "multipart/form-data"],
      { parseAs: "string", bodyLimit: 4096 },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    addRoutes(forms);
  });
}

const style = `
:root { color-scheme: light dark }
body { max-width: 34rem; margin: 4rem auto; padding: 0 1.25rem; font: 17px/1.6 system-ui, sans-serif;
  color: light-dark(#1f2933, #e4e7eb); background: light-dark(#f5f7fa, #14181d) }
h1 { font-size: 1.6rem; line-height: 1.25 } a { color: light-dark(#1c5dd6, #8ab4ff); margin-right: 1.5rem }
button { font: inherit; padding: 0.6rem 1.1rem; border: 0; border-radius: 6px; color: #ffffff; background: #1c5dd6; cursor: pointer }`;

/** Renders a page that needs neither a session nor a script, for links in emails. Escapes all texts. */
export function plainPage({ title, paragraphs, post, links }: PlainPage): string {
  const anchors = links.map(({ label, url }) => `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`);
  const form = post
    ? `<form method="post" action="${escapeHtml(post.url)}"><button>${escapeHtml(post.label)}</button></form>\n`
    : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg"><title>${escapeHtml(title)} – hoplog</title><style>${style}</style></head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("\n")}
${form}<p>${anchors.join("\n")}</p>
</main>
</body>
</html>
`;
}
