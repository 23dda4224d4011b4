import { hintFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { isDesktopSystem, systemName } from "@hoplog/schema/clicks/systems.js";
import parser from "ua-parser-js";

/** Properties that a user agent reveals. Unknown ones are empty, except the device. */
export interface Agent {
  readonly device: "mobile" | "desktop" | "tablet" | "Unknown";
  readonly browser: string;
  readonly browserVersion: string;
  /** Canonical name from `systems.ts`. */
  readonly os: string;
  readonly osVersion: string;
}

/**
 * Browsers and apps that ua-parser-js mistakes for the browser they are built on. A group in the pattern is the
 * version.
 */
const apps: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: "DuckDuckGo", pattern: /\b(?:Ddg|DuckDuckGo)\/([\d.]+)/ },
  { name: "TikTok", pattern: /\b(?:trill|musical_ly)_.*\bAppVersion\/([\d.]+)/ },
  { name: "TikTok", pattern: /\bmusical_ly_([\d.]+)/ },
  { name: "TikTok", pattern: /\btrill_|\bBytedanceWebview\// },
  { name: "Threads", pattern: /\bBarcelona ([\d.]+)/ },
  { name: "Instagram", pattern: /\bInstagram ([\d.]+)/ },
  { name: "Pinterest", pattern: /\[Pinterest\/(?:Android|iOS)\]/ },
  { name: "Reddit", pattern: /\bReddit\/(?:Version )?([\d.]+)/ },
  { name: "Snapchat", pattern: /\bSnapchat\/([\d.]+)/ },
  { name: "LinkedIn", pattern: /\bLinkedInApp\]?(?:\/([\d.]+))?/ },
  { name: "WeChat", pattern: /\bMicroMessenger\/([\d.]+)/ },
];

/** Parses a user agent. Only the client hints among the visit's `flags` are used. */
export function parseAgent(userAgent: string, flags = 0): Agent {
  const { browser, os, device } = parser(userAgent);
  const app = appIn(userAgent);
  const isBrave = browser.name === "Chrome" && (flags & hintFlags.brave) !== 0;
  const { name: system, version: osVersion } = isIpadAsMac(userAgent)
    ? { name: "iOS", version: "" }
    : { name: systemName(os.name ?? ""), version: os.version ?? "" };
  return {
    device: deviceOf(userAgent, device.type, system),
    browser: app?.name ?? (isBrave ? "Brave" : (browser.name ?? "")),
    browserVersion: app ? app.version : (browser.version ?? ""),
    os: system,
    osVersion: system === "Windows" && osVersion === "10" && (flags & hintFlags.platform13) !== 0 ? "11" : osVersion,
  };
}

const hintMask = hintFlags.brave | hintFlags.platform13;
const separator = "\0";

/** Returns a cache key for a user agent with the client hints of its visit. See {@link fromAgentKey}. */
export function agentKey(userAgent: string, flags: number): string {
  const hints = flags & hintMask;
  return hints === 0 ? userAgent : `${userAgent}${separator}${hints}`;
}

/** Splits an {@link agentKey} into its parts. A request's user agent never contains NUL. */
export function fromAgentKey(key: string): { readonly userAgent: string; readonly flags: number } {
  const at = key.lastIndexOf(separator);
  return at < 0 ? { userAgent: key, flags: 0 } : { userAgent: key.slice(0, at), flags: Number(key.slice(at + 1)) };
}

function appIn(userAgent: string): { readonly name: string; readonly version: string } | null {
  for (const { name, pattern } of apps) {
    const found = pattern.exec(userAgent);
    if (found) return { name, version: found[1] ?? "" };
  }
  return null;
}

/**
 * Returns whether the device is an iPad that reports macOS: browsers other than Safari use their iOS name but report
 * macOS as the system.
 */
function isIpadAsMac(userAgent: string): boolean {
  return userAgent.includes("(Macintosh;") && /\b(?:CriOS|FxiOS|EdgiOS)\//.test(userAgent);
}

/**
 * Chrome reports no model. Without a model, only user agents of phones contain Mobile, which ua-parser-js does not find
 * after every browser's name.
 */
const phoneWithoutModel = /\(Linux; Android [\d.]+; K[;)].*\bMobile\b/;

function deviceOf(userAgent: string, type: string | undefined, system: string): Agent["device"] {
  if (isIpadAsMac(userAgent)) return "tablet";
  if (phoneWithoutModel.test(userAgent)) return "mobile";
  if (type === "mobile" || type === "tablet") return type;
  // ua-parser-js reports no device for desktops, so the operating system decides.
  return type === undefined && isDesktopSystem(system) ? "desktop" : "Unknown";
}
