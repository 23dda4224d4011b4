import type { Figure } from "./figures.ts";

/** Ours, with Plotly's own marks in them; no value of others' is ever part of one. */
const templates: ReadonlySet<string> = new Set(["hovertemplate", "texttemplate"]);

/**
 * A copy of the figure that Plotly draws as it is written. Plotly reads a little HTML in every text (labels, names, ticks,
 * hover data), so a link or style that a visitor sent would work in the owner's chart. A text's line breaks stay.
 */
export function escapedFigure(figure: Figure): Figure {
  const copy = structuredClone({ data: figure.data, layout: figure.layout });
  escapeTexts(copy, new Set());
  return copy;
}

/** What two traces share (`done`) is escaped once. */
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
