import { escapeHtml } from "@hoplog/platform/http/html.js";
import { type Page, render } from "./page.ts";

/** Renders a page that shows a link's destination. */
export function destinationPage(home: string | null, url: string, dependsOnVisitor: boolean): Page {
  const link = `<a href="${escapeHtml(url)}" rel="nofollow noreferrer">${escapeHtml(url)}</a>`;
  const note = dependsOnVisitor ? " Its owner has set rules, so it may redirect you elsewhere." : "";
  return { status: 200, body: render(home, "Where this link leads", `This short link leads to ${link}.${note}`) };
}
