import { fieldOf, titleOf } from "../../links/core/historyTexts.ts";
import { counted, formatCount } from "../../links/core/view/formatCount.ts";
import type { EditMark, Mark } from "./marks.ts";

/** Describes an edit by its changed fields, or by its kind if the edit doesn't list fields. */
export function editText({ type, fields }: EditMark): string {
  if (type === "LinkEdited" || type === "LinkOptionsChanged") {
    return `Changed: ${fields.map((field) => fieldOf({ field })).join(", ")}`;
  }
  return type === "LinkMovedToGroup" ? "Moved to another group" : titleOf({ type, changes: [] });
}

/** Describes the number of edits and notes. */
export function countText(marks: readonly Mark[]): string {
  const edits = marks.reduce((sum, mark) => sum + mark.edits.length, 0);
  const notes = marks.reduce((sum, mark) => sum + mark.notes.length, 0);
  const parts = [plural(edits, "edit"), plural(notes, "note")].filter((part) => part !== null);
  return parts.join(", ") || "No marks";
}

function plural(count: number, word: string): string | null {
  if (count === 0) return null;
  return counted(count, word);
}

const lineMax = 60;
const linesMax = 6;

/** Tooltip of a mark in the chart. */
export function hoverText({ edits, notes }: Mark): string {
  const texts = [
    ...notes.map(({ text }) => text),
    ...(edits.length > 1 ? [`${formatCount(edits.length)} edits`] : []),
    ...edits.map(editText),
  ];
  const lines = [...new Set(texts)].map(shortened);
  const more = lines.length > linesMax ? [...lines.slice(0, linesMax), "…"] : lines;
  return more.join("\n");
}

function shortened(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, " ")];
  return characters.length > lineMax ? `${characters.slice(0, lineMax - 1).join("")}…` : text;
}
