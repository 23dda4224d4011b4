import { setImmediate as yieldToOthers } from "node:timers/promises";
import { defaultReason, type Entry, entryLimits, parseEntry, reasonProblem } from "./entry.ts";

/** The parsed content of a file. */
export interface ReadLines {
  /** Entries by their text; of duplicates, the first one applies. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Number of invalid lines, and the problems of the first few. */
  readonly badLines: number;
  readonly problems: readonly string[];
}

/** A file that is rejected as a whole. */
export class UnusableFile extends Error {}

const problemsShown = 5;
const linesAtOnce = 5000;

/**
 * Parses one entry per line, with a reason after white space; a line that begins with `#`, and text after ` #`, are
 * comments. Throws {@link UnusableFile} for a file with too many entries, and for one that has lines but no entry, such
 * as an error page. An intentionally empty list must contain a comment.
 */
export async function readLines(text: string): Promise<ReadLines> {
  const entries = new Map<string, Entry>();
  const problems: string[] = [];
  let badLines = 0;
  let number = 0;
  for (const line of linesOf(text)) {
    if (++number % linesAtOnce === 0) await yieldToOthers();
    const content = line
      .trim()
      .replace(/(^|\s)#.*$/, "")
      .trim();
    if (content === "") continue;
    const [first = ""] = content.split(/\s/, 1);
    const reason = content.slice(first.length).trim().normalize("NFC") || defaultReason;
    const parsed = parseEntry(first);
    const problem = parsed.ok ? reasonProblem(reason) : parsed.problem;
    if (problem !== null) {
      badLines++;
      if (problems.length < problemsShown) problems.push(`line ${number}: ${problem}`);
    } else if (parsed.ok && !entries.has(parsed.entry)) {
      entries.set(parsed.entry, { entry: parsed.entry, reason });
      if (entries.size > entryLimits.fileEntries) {
        throw new UnusableFile(`it has more than ${entryLimits.fileEntries} entries`);
      }
    }
  }
  if (text.trim() === "") throw new UnusableFile("it is empty; an intentionally empty list must contain a comment");
  if (entries.size === 0 && badLines > 0) throw new UnusableFile("none of its lines is a valid entry");
  return { entries, badLines, problems };
}

/** Yields lines without copying the whole text. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf("\n", start);
    yield text.slice(start, end < 0 ? text.length : end);
    if (end < 0) return;
    start = end + 1;
  }
}
