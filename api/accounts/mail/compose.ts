import { plainText } from "@hoplog/schema/validation/plainText.js";
import { escapeHtml } from "@hoplog/platform/http/html.js";
import type { Mail } from "./port.ts";
import { harmlessName } from "./strangersName.ts";

/**
 * Content of an email, for its HTML and text parts. All strings are plain text; those chosen by users or visitors must
 * be passed through `withoutLinks`.
 */
export interface MailContent {
  /** The account that the email is about. */
  readonly userId: string;
  readonly to: string;
  readonly subject: string;
  /** The recipient's name for the greeting; `to` replaces it if it is empty or contains a link or address. */
  readonly name: string;
  readonly paragraphs: readonly string[];
  /** Tables below the paragraphs; those without rows are omitted. */
  readonly tables?: readonly MailTable[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Text below the action. */
  readonly closing?: string;
}

/** Rows of labels and counts. */
export interface MailTable {
  readonly title: string;
  readonly rows: readonly (readonly [what: string, count: string])[];
}

/** Renders an email as HTML and text, without invisible characters in users' texts. */
export function compose(given: MailContent): Mail {
  const content = plainContent(given);
  const { userId, to, subject } = content;
  const greeted = { ...content, name: harmlessName(content.name) ?? to };
  return { userId, to, subject, html: htmlPart(greeted), text: textPart(greeted) };
}

function plainContent(given: MailContent): MailContent {
  const { subject, name, paragraphs, tables = [], closing } = given;
  return {
    ...given,
    subject: plainText(subject),
    name: plainText(name),
    paragraphs: paragraphs.map(plainText),
    tables: tables.map(({ title, rows }) => ({
      title: plainText(title),
      rows: rows.map(([what, count]) => [plainText(what), plainText(count)] as const),
    })),
    ...(closing !== undefined && { closing: plainText(closing) }),
  };
}

function textPart({ name, paragraphs, tables, action, closing }: MailContent): string {
  const counts = shown(tables).map(({ title, rows }) =>
    [title, ...rows.map((row) => `  ${row.join(": ")}`)].join("\n"),
  );
  const blocks = [`Hello ${name},`, ...paragraphs, ...counts, ...(action ? [`${action.label}:\n${action.url}`] : [])];
  return [...blocks, ...(closing ? [closing] : []), "hoplog"].join("\n\n") + "\n";
}

function shown(tables: readonly MailTable[] = []): readonly MailTable[] {
  return tables.filter(({ rows }) => rows.length > 0);
}

const column = "max-width:32rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1f2933";
const button =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#1c5dd6;color:#ffffff;text-decoration:none";
const small = "font-size:13px;color:#52606d;word-break:break-all";

const cell = "padding:4px 0;border-bottom:1px solid #e4e7eb;vertical-align:top;word-break:break-word";

function htmlTable({ title, rows }: MailTable): string {
  const lines = rows.map(
    ([what, count]) =>
      `<tr><td style="${cell}">${escapeHtml(what)}</td><td style="${cell};text-align:right;white-space:nowrap;padding-left:16px">${escapeHtml(count)}</td></tr>`,
  );
  return `<h2 style="font-size:16px;margin:24px 0 4px">${escapeHtml(title)}</h2>
<table role="presentation" style="width:100%;border-collapse:collapse">${lines.join("")}</table>`;
}

function htmlPart({ subject, name, paragraphs, tables, action, closing }: MailContent): string {
  const p = (content: string, style = "") => `<p${style && ` style="${style}"`}>${content}</p>`;
  const url = action && escapeHtml(action.url);
  const body = [
    p(`Hello ${escapeHtml(name)},`),
    ...paragraphs.map((paragraph) => p(escapeHtml(paragraph))),
    ...shown(tables).map(htmlTable),
    ...(action && url
      ? [
          p(`<a href="${url}" style="${button}">${escapeHtml(action.label)}</a>`),
          p(`If the button does not work, open this address: <a href="${url}">${url}</a>`, small),
        ]
      : []),
    ...(closing ? [p(escapeHtml(closing))] : []),
    p("hoplog", small),
  ];
  return [
    "<!doctype html>",
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    `<body><div style="${column}">`,
    ...body,
    "</div></body>",
    "</html>",
  ].join("\n");
}
