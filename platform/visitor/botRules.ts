import { isbot } from "isbot";
import { clickFlags } from "@hoplog/schema/topics/clickBatch/click.js";

interface BotRule {
  readonly reason: "crawler" | "link preview" | "link scanner" | "http library" | "headless browser";
  readonly name: string;
  readonly pattern: RegExp;
}

/**
 * Version of everything that decides whether a user agent is a person: the rules below, the parts of user agents that
 * are hidden from isbot, and isbot's list. Increased whenever one of them changes, so that classifications by different
 * rules can be distinguished; a test checks this.
 */
export const botRulesVersion = 2;

/**
 * The bot families with most of the traffic, with names for the click log; isbot detects others. The first match
 * decides: TelegramBot calls itself "like TwitterBot".
 */
export const botRules: readonly BotRule[] = [
  ...named("link preview", [
    "TelegramBot",
    "Slackbot",
    "Slack-ImgProxy",
    "Discordbot",
    "Twitterbot",
    "facebookexternalhit",
    "facebookcatalog",
    "meta-externalagent",
    "meta-externalfetcher",
    "LinkedInBot",
    "SkypeUriPreview",
    "Pinterestbot",
    "redditbot",
    "Embedly",
    "Iframely",
    "vkShare",
    "Mastodon",
    "Bluesky Cardyb",
    "Google-PageRenderer",
    "BingPreview",
  ]),
  // The following apps also display pages, and then append their name to the browser's user agent.
  { reason: "link preview", name: "WhatsApp", pattern: /^(?!.*AppleWebKit).*WhatsApp\//i },
  { reason: "link preview", name: "Viber", pattern: /^(?!.*AppleWebKit).*Viber/i },
  // Office requests a URL before opening the browser; Outlook requests it for the preview in a message.
  { reason: "link preview", name: "Microsoft Office", pattern: /\bms-office\b|^Microsoft Office/i },
  { reason: "link preview", name: "Microsoft Teams", pattern: /^Teams\//i },
  { reason: "link preview", name: "Outlook", pattern: /^Outlook-(?:iOS|Android)/i },
  ...named("link scanner", ["Barracuda", "Proofpoint", "Mimecast", "SafeLinks", "Safe Links"]),
  ...named("crawler", [
    "Googlebot",
    "AdsBot-Google",
    "Mediapartners-Google",
    "Google-InspectionTool",
    "GoogleOther",
    "bingbot",
    "YandexBot",
    "Baiduspider",
    "DuckDuckBot",
    "Applebot",
    "Amazonbot",
    "AhrefsBot",
    "SemrushBot",
    "MJ12bot",
    "DotBot",
    "PetalBot",
    "Bytespider",
    "GPTBot",
    "ChatGPT-User",
    "OAI-SearchBot",
    "ClaudeBot",
    "CCBot",
    "PerplexityBot",
    "archive.org_bot",
    "UptimeRobot",
    "Pingdom",
    "StatusCake",
  ]),
  ...named("headless browser", ["HeadlessChrome", "PhantomJS", "Puppeteer", "Playwright", "Electron-Headless"]),
  ...named("http library", [
    "curl/",
    "Wget/",
    "python-requests",
    "python-urllib",
    "aiohttp",
    "python-httpx",
    "Scrapy",
    "Go-http-client",
    "okhttp",
    "axios/",
    "node-fetch",
    "undici",
    "got (",
    "Java/",
    "Apache-HttpClient",
    "libwww-perl",
    "Ruby",
    "Guzzle",
    "PostmanRuntime",
    "insomnia/",
    "HTTPie/",
    "Dart/",
    "reqwest",
    "PowerShell",
    "k6/",
    "ApacheBench",
    "wrk/",
  ]),
  // Browsers use these networking libraries too, but with their own user agent.
  { reason: "http library", name: "CFNetwork", pattern: /^(?!.*AppleWebKit).*\bCFNetwork\//i },
  { reason: "http library", name: "Dalvik", pattern: /^(?!.*AppleWebKit).*\bDalvik\//i },
];

/**
 * Details that Facebook's and related apps add about themselves and the phone. They are hidden from isbot, which
 * mistakes the maker of a Google phone for one of Google's crawlers.
 */
export const appDetails = /\[FB(?:AN|_IAB)\/[^\]]*\]?|\b(?:Instagram|Barcelona) [\d.]+ Android \([^)]*\)?/g;

function named(reason: BotRule["reason"], names: readonly string[]): BotRule[] {
  return names.map((name) => ({
    reason,
    name: name.replace(/[/ (]+$/, ""),
    pattern: new RegExp(`(?<![a-z])${name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "i"),
  }));
}

/**
 * Returns the bot reason of a user agent, with the name of the rule if one matches, such as `crawler: Googlebot`; empty
 * for people. In-app browsers (Instagram, Facebook) are people.
 */
export function agentBotReason(userAgent: string): string {
  if (userAgent.trim() === "") return "no user agent";
  const rule = botRules.find(({ pattern }) => pattern.test(userAgent));
  if (rule) return `${rule.reason}: ${rule.name}`;
  return isbot(userAgent.replaceAll(appDetails, "")) ? "crawler" : "";
}

/** Returns the bot reason of a kind of request (see {@link clickFlags}); empty for an ordinary request. */
export function flagBotReason(flags: number): string {
  if (flags & clickFlags.head) return "head request";
  if (flags & clickFlags.prefetch) return "prefetch";
  if (flags & clickFlags.preview) return "link preview";
  return "";
}
