import type { Figure } from "./figures.ts";

/** Names of our own templates with Plotly markup; they never contain user data. */
const templates: ReadonlySet<string> = new Set(["hovertemplate", "texttemplate"]);

/**
 * Returns a copy of the figure with escaped texts. Plotly interprets some HTML in every text (labels, names, ticks,
 * hover data), so a link or style sent by a visitor would work in the owner's chart. Line breaks are preserved.
 */
export function escapedFigure(figure: Figure): Figure {
  const copy = structuredClone({ data: figure.data, layout: figure.layout });
  escapeTexts(copy, new Set());
  return copy;
}

/** Escapes all texts once; `done` contains the objects already visited, because traces may share objects. */
function escapeTexts(parent: object, done: Set<object>): void {
  if (done.has(parent)) return;
  done.add(parent);
  for (const [key, value] of Object.entries(parent)) {
    if (typeof value === "string" && !templates.has(key)) Reflect.set(parent, key, escaped(value));
    else if (key === "text" && Array.isArray(value)) Reflect.set(parent, key, value.map(lines));
    else if (typeof value === "object" && value !== null) escapeTexts(value, done);
  }
}

function lines(text: unknown): unknown {
  return typeof text === "string" ? text.split("\n").map(escaped).join("<br>") : text;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
