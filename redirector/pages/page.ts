import { escapeHtml } from "@hoplog/platform/http/html.js";
import { requestIdHeader } from "@hoplog/platform/http/requestIds.js";
import { acceptCh } from "@hoplog/platform/visitor/clientHints.js";

/** A page for visitors. It loads no other resources, so that it also works on slow connections. */
export interface Page {
  readonly status: number;
  readonly body: Buffer;
  /** Seconds after which the visitor may retry. */
  readonly retryAfter?: number;
  /** Whether the page has a form, which is sent to the page's own URL. */
  readonly hasForm?: true;
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "accept-ch": acceptCh,
} as const;

function policy(formAction: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

const withoutForm = policy("'none'");
/** Chromium applies form-action to redirects after the submission too: 'self' would block the destination. */
const withForm = policy("http: https:");

/**
 * Returns the headers and body of a page for one request. Error pages show the request's id, so that visitors can
 * report it.
 */
export function answerOf(
  { status, body, retryAfter, hasForm }: Page,
  requestId: string,
): { readonly headers: Record<string, string | number>; readonly body: Buffer } {
  const shown = status < 400 ? body : withRequestId(body, requestId);
  const headers = {
    ...pageHeaders,
    "content-security-policy": hasForm ? withForm : withoutForm,
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    [requestIdHeader]: requestId,
    "content-length": shown.length,
  };
  return { headers, body: shown };
}

function withRequestId(body: Buffer, requestId: string): Buffer {
  const line = Buffer.from(`<p class="request">Request ID: ${requestId}</p>\n`);
  const at = body.length - pageEnd.length;
  return Buffer.concat([body.subarray(0, at), line, body.subarray(at)]);
}

/** The end of a page; the request's id is inserted before it. */
const pageEnd = "</main>\n</body>\n</html>\n";

/** Renders a page. `title`, `text`, `html` (below the text) and `style` are not escaped. */
export function render(home: string | null, title: string, text: string, { style = "", html = "" } = {}): Buffer {
  const back = home === null ? "" : `<a href="${escapeHtml(home)}">Go to the home page</a>\n`;
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
:root { color-scheme: light dark; --ink: #1c2420; --soft: #56635c; --page: #f6f8f5; --hop: #2f7d4f; }
@media (prefers-color-scheme: dark) { :root { --ink: #eaf0ea; --soft: #9fb0a6; --page: #121714; --hop: #6fca93; } }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--ink);
  font: 1.0625rem/1.6 system-ui, sans-serif; }
main { max-width: 32rem; padding: 2rem; text-align: center; }
svg { width: 4rem; height: 4rem; color: var(--hop); }
h1 { margin: 0.5rem 0; font-size: 1.75rem; line-height: 1.2; }
p { margin: 0 0 1.5rem; color: var(--soft); }
.request { margin: 1.5rem 0 0; font-size: 0.8125rem; overflow-wrap: anywhere; }
a { color: var(--hop); font-weight: 600; overflow-wrap: anywhere; }
${style}</style>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" aria-hidden="true">
<path d="M6 36a9 13 0 0 1 18 0"/><path d="M24 36a9 20 0 0 1 18 0" stroke-dasharray="1 8"/></svg>
<h1>${title}</h1>
<p>${text}</p>
${html}${back}${pageEnd}`);
}
