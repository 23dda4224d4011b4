import type { FastifyInstance } from "fastify";
import { replyNotFound } from "../../kernel/calls/shownErrors.ts";
import { escapeHtml } from "@hoplog/platform/http/html.js";
import { isLoopback } from "@hoplog/platform/http/loopback.js";
import type { MailboxRow } from "./mailbox.ts";

export interface MailboxSettings {
  readonly behindProxy: boolean;
}

/**
 * Serves GET /dev/mailbox, for machines without a mail service. The page exists only if the settings bind everything to
 * loopback addresses. It rejects requests with a host name that is not this machine's, so that DNS rebinding can't read
 * the reset links, and requests through a proxy unless `behindProxy` is set.
 */
export function registerMailboxPage(
  app: FastifyInstance,
  mails: () => Promise<MailboxRow[]>,
  { behindProxy }: MailboxSettings,
): void {
  app.get("/dev/mailbox", async (request, reply) => {
    const proxied = request.headers["x-forwarded-for"] !== undefined || request.headers.forwarded !== undefined;
    if ((proxied && !behindProxy) || !isLoopback(request.hostname)) return replyNotFound(reply);
    return reply
      .type("text/html; charset=utf-8")
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .send(page(await mails()));
  });
}

const style = `
body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1f2933; background: #f5f7fa }
article { margin: 1.5rem 0; border: 1px solid #cbd2d9; border-radius: 8px; background: #fff; overflow: hidden }
header { padding: .75rem 1rem; background: #e4e7eb } h2 { margin: 0; font-size: 1.1rem }
header p { margin: 0; color: #52606d } details { padding: .5rem 1rem; border-top: 1px solid #e4e7eb }
pre { white-space: pre-wrap; word-break: break-all }`;

function page(mails: readonly MailboxRow[]): string {
  const list = mails.length > 0 ? mails.map(article).join("\n") : "<p>No mail yet.</p>";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><style>${style}</style></head>
<body>
<h1>Mailbox</h1>
<p>No mail service is set, so mail stays here, newest first.</p>
${list}
</body>
</html>
`;
}

function article({ sender, recipient, subject, html, text, at }: MailboxRow): string {
  return `<article>
<header><h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(recipient)}, from ${escapeHtml(sender)}, <time datetime="${at.toISOString()}">${at.toUTCString()}</time></p></header>
${bodyOf(html)}
<details><summary>Text part</summary><pre>${escapeHtml(text)}</pre></details>
</article>`;
}

/** Returns the body of an HTML document. The documents come from `compose`, which escapes users' texts. */
function bodyOf(html: string): string {
  return /<body[^>]*>([\s\S]*)<\/body>/i.exec(html)?.[1] ?? "";
}
