import { importLimits } from "@hoplog/schema/imports/limits.js";
import { listIn } from "./sources/json.ts";
import { isRecord } from "./sources/fields.ts";
import { UnreadableFile } from "./utf8.ts";

/**
 * The objects of a JSON document, one a line: a document is parsed once, and then read in steps as lines are. What is no object,
 * or is larger than a line may be, is null. Throws UnreadableFile.
 */
export function linesOfDocument(text: string): readonly string[] {
  const parsed = parsedDocument(text);
  const list = listIn(parsed) ?? [parsed];
  if (list.length > importLimits.linksMax) {
    throw new UnreadableFile(`An import has at most ${importLimits.linksMax} links: give this file in several parts`);
  }
  return list.map((one) => (isRecord(one) ? lineOf(one) : "null"));
}

function parsedDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableFile("The file is broken JSON");
  }
}

function lineOf(record: object): string {
  try {
    const line = JSON.stringify(record);
    return Buffer.byteLength(line) > importLimits.recordBytes ? "null" : line;
  } catch (error) {
    // Nested deeper than can be written.
    if (error instanceof RangeError) return "null";
    throw error;
  }
}
