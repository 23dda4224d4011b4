import { escapeHtml } from "@hoplog/platform/http/html.js";
import type { Mail } from "./port.ts";

/** What a mail says; both parts are made of it. Texts are plain. */
export interface MailContent {
  readonly userId?: string | undefined;
  readonly to: string;
  readonly subject: string;
  /** Name of the person, for the greeting. */
  readonly name: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Stands below the action. */
  readonly closing?: string;
}

/** Writes a mail as HTML and as text. */
export function compose(content: MailContent): Mail {
  const { userId, to, subject } = content;
  return { userId, to, subject, html: htmlPart(content), text: textPart(content) };
}

function textPart({ name, paragraphs, action, closing }: MailContent): string {
  const blocks = [`Hello ${name},`, ...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : [])];
  return [...blocks, ...(closing ? [closing] : []), "hoplog"].join("\n\n") + "\n";
}

const column = "max-width:32rem;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1f2933";
const button =
  "display:inline-block;padding:12px 20px;border-radius:6px;background:#1c5dd6;color:#ffffff;text-decoration:none";
const small = "font-size:13px;color:#52606d;word-break:break-all";

function htmlPart({ subject, name, paragraphs, action, closing }: MailContent): string {
  const p = (content: string, style = "") => `<p${style && ` style="${style}"`}>${content}</p>`;
  const url = action && escapeHtml(action.url);
  const body = [
    p(`Hello ${escapeHtml(name)},`),
    ...paragraphs.map((paragraph) => p(escapeHtml(paragraph))),
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
