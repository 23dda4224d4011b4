import type { Printer } from "../output/printer.ts";
import { plain } from "../output/plain.ts";
import { tableOf } from "../output/table.ts";
import type { Link } from "./findLink.ts";

export function stateOf(link: Link): string {
  if (link.banReason !== undefined) return "banned";
  if (link.listing) return "listed";
  const state = link.isActive ? "on" : "off";
  return link.isArchived ? `${state}, archived` : state;
}

export function printLinks(out: Printer, links: readonly Link[]): void {
  const columns = [
    { title: "SHORT URL" },
    { title: "NAME", min: 12 },
    { title: "CLICKS", isNumber: true },
    { title: "STATE" },
    { title: "DESTINATION", min: 16 },
  ] as const;
  const rows = links.map((link) => [
    link.fullShortUrl,
    link.name,
    link.noOfClicks === null ? "?" : String(link.noOfClicks),
    stateOf(link),
    link.originalUrl,
  ]);
  const [titles = "", ...lines] = tableOf(columns, rows, out.width);
  out.line(out.dim(titles));
  for (const line of lines) out.line(line);
}

export function printLink(out: Printer, link: Link): void {
  const facts: [string, string | null | undefined][] = [
    ["Destination", link.originalUrl],
    ["Name", link.name],
    ["State", stateOf(link)],
    ["Clicks", link.noOfClicks === null ? "unavailable" : String(link.noOfClicks)],
    ["Group", link.groupId?.name],
    ["Tags", link.tags.join(", ")],
    ["Note", link.note],
    ["External ID", link.externalId],
    ["Not before", link.notBefore],
    ["Expires", link.expiresAt],
    ["Visits left", link.visitsLeft?.toString()],
    ["Password", link.hasPassword ? "yes" : undefined],
    ["Rules", link.rules?.length.toString()],
    ["Banned", link.banReason],
    ["Listed", link.listing?.reason],
    ["Created", link.createdAt],
    ["ID", link._id],
  ];
  out.line(out.bold(plain(link.fullShortUrl)));
  for (const [name, value] of facts) if (value) out.line(`${out.dim(name.padEnd(11))} ${plain(value)}`);
}
