import { escapeHtml } from "@hoplog/platform/http/html.js";

/** The pages a visitor can meet. They load nothing, so that they show on any line. */
export interface Page {
  readonly status: number;
  readonly body: Buffer;
  /** After so many seconds the visitor may come again. */
  readonly retryAfter?: number;
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
} as const;

/** All that stands before a page. */
export function headersOf({ body, retryAfter }: Page): Record<string, string | number> {
  return {
    ...pageHeaders,
    ...(retryAfter !== undefined && { "retry-after": retryAfter }),
    "content-length": body.length,
  };
}

export interface Pages {
  readonly notFound: Page;
  readonly gone: Page;
  readonly notYet: Page;
  readonly expired: Page;
  /** A rule has refused the visitor. */
  readonly blocked: Page;
  /** The link may lead to a URL that is listed as a bad one. */
  readonly listed: Page;
  /** Nobody can say just now where the link leads. */
  readonly unreadable: Page;
}

/** `home` is where "home page" leads; with null there is none. */
export function createPages(home: string | null): Pages {
  return {
    notFound: {
      status: 404,
      body: render(
        home,
        "Link not found",
        "There is no short link at this address. It may have been mistyped or deleted.",
      ),
    },
    gone: {
      status: 410,
      body: render(home, "Link switched off", "The owner of this short link has switched it off."),
    },
    notYet: {
      status: 404,
      body: render(home, "Link not active yet", "The owner of this short link has set a time from which it works."),
    },
    expired: {
      status: 410,
      body: render(home, "Link expired", "This short link worked up to a time that its owner has set."),
    },
    blocked: {
      status: 403,
      body: render(home, "Link not available here", "The owner of this short link does not offer it to every visitor."),
    },
    listed: {
      status: 403,
      body: render(
        home,
        "This link may be harmful",
        "Its destination is on a list of pages that steal data or harm devices, so this short link does not lead there.",
      ),
    },
    unreadable: {
      status: 503,
      body: render(
        home,
        "Link not available",
        "This short link can't be followed just now. Please try again in a while.",
      ),
      retryAfter: 30,
    },
  };
}

/** `text` is HTML. */
export function render(home: string | null, title: string, text: string): Buffer {
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
a { color: var(--hop); font-weight: 600; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="4" stroke-linecap="round" aria-hidden="true">
<path d="M6 36a9 13 0 0 1 18 0"/><path d="M24 36a9 20 0 0 1 18 0" stroke-dasharray="1 8"/></svg>
<h1>${title}</h1>
<p>${text}</p>
${back}</main>
</body>
</html>
`);
}
