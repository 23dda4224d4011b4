// Extracts the texts that people read from sources and documents.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** Kinds of texts, with their number in a sample of sixty. */
export const kinds = { comment: 20, description: 12, message: 10, paragraph: 12, decision: 6 };

/** Returns each text of a checkout, as {@link textsIn} does. */
export function textsOf(root) {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
  return files
    .filter((file) => readerOf(file))
    .flatMap((file) => textsIn(file, readFileSync(join(root, file), "utf8")));
}

/** Returns each text of a file with at least three words: its kind, file, first line, and text on one line. */
export function textsIn(file, content) {
  const read = readerOf(file) ?? (() => []);
  return read(file, content).flatMap(({ kind, at, text: raw }) => {
    const text = raw.replaceAll(/\s+/g, " ").trim();
    return /\p{L}+\P{L}+\p{L}+\P{L}+\p{L}+/u.test(text) ? [{ kind, file, line: lineAt(content, at), text }] : [];
  });
}

function readerOf(file) {
  if (/(^|\/)generated\/|\.d\.m?ts$/.test(file)) return null;
  if (/\.(ts|tsx|mjs)$/.test(file)) return inSource;
  if (file === "schema/openapi/openapi.json") return inOpenapi;
  if (file.startsWith("docs/adr/")) return inDecision;
  return file.endsWith(".md") ? inDocument : null;
}

function lineAt(text, offset) {
  return text.slice(0, offset).split("\n").length;
}

/** Returns comments and error messages, but no messages of tests, which users never read. */
function inSource(file, text) {
  const { program, comments, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const found = together(comments, text).map(({ start, value }) => ({ kind: "comment", at: start, text: value }));
  if (/\.test\.tsx?$/.test(file)) return found;
  const message = (node) => {
    const said = node && saidBy(node);
    if (said && !isErrorCode(said)) found.push({ kind: "message", at: node.start, text: said });
  };
  new Visitor({
    NewExpression: ({ callee, arguments: given }) => {
      if (/(Error|Failure|Problem)$/.test(callee.name ?? "")) for (const one of given) message(one);
    },
    Property: ({ key, value }) => {
      if (key.name === "message") message(value);
    },
  }).visit(program);
  return found;
}

/** Returns whether a string is an error code, such as `NOT_FOUND_ERROR`. */
function isErrorCode(text) {
  return /^[A-Z0-9_]+$/.test(text);
}

/** Returns the text of a literal, with a mark for each placeholder; null for other nodes. */
function saidBy(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type !== "TemplateLiteral") return null;
  return node.quasis.map(({ value }) => value.cooked).join("…");
}

/** Merges comments on consecutive lines. */
function together(comments, text) {
  const whole = [];
  for (const { start, end, value } of comments) {
    const last = whole.at(-1);
    const said = value.replaceAll(/^\s*\*+/gm, "");
    if (last && /^\n[ \t]*$/.test(text.slice(last.end, start)))
      Object.assign(last, { end, value: `${last.value} ${said}` });
    else whole.push({ start, end, value: said });
  }
  return whole;
}

/** Returns distinct descriptions and summaries. */
function inOpenapi(_, text) {
  const seen = new Set();
  return Array.from(text.matchAll(/"(?:description|summary)": ("(?:[^"\\]|\\.)*")/g)).flatMap(({ index, 1: said }) => {
    if (seen.has(said)) return [];
    seen.add(said);
    return [{ kind: "description", at: index, text: JSON.parse(said) }];
  });
}

function inDocument(_, text) {
  return paragraphsOf(text).map((one) => ({ kind: "paragraph", ...one }));
}

/** Returns the title and paragraphs of a decision. */
function inDecision(_, text) {
  const [title = ""] = text.split("\n");
  return [{ kind: "decision", at: 0, text: title.replace(/^# /, "") }, ...inDocument(_, text)];
}

/** Returns paragraphs without headings, tables and code; each list item is one. */
function paragraphsOf(text) {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, (code) => code.replaceAll(/[^\n]/g, " "));
  const paragraphs = prose.matchAll(/^(?! *[#|<]) *\S.*(?:\n(?! *(?:[#|<]|[-*] |\d+\. )) *\S.*)*/gm);
  return Array.from(paragraphs, ({ index, 0: found }) => ({
    at: index + found.search(/\S/),
    text: found.replace(/^ *(?:[-*]|\d+\.) /, ""),
  }));
}
