import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { timed } from "@hoplog/platform/testing/timed.js";
import { chromium, type Browser } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Chromium without browser windows, which take a fifth of a full browser's CPU time. */
const shell = "chromium-headless-shell";
const macPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * Features to disable: those that Playwright disables too and that would affect the journeys, because only the last
 * such switch counts; and hidden pages that every window preloads for its address bar, at a higher cost than most pages
 * of hoplog.
 */
const switchedOff = [
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

/** A local host name that is not a secure context over http, unlike `localhost`: browsers offer no Web Locks there. */
export const plainHost = "hop.test";

export interface BrowserOptions {
  /** Whether to use the full browser instead of the shell. */
  readonly isWhole?: boolean;
}

/**
 * Starts this machine's Chromium: its shell if installed, unless a test needs the full browser. If there is none,
 * throws an error that explains how to install it.
 */
export async function launchChromium({ isWhole = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = chromiumPath(isWhole ? names : [shell, ...names]);
  const args = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${switchedOff.join(",")}`,
    `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`,
    // Pages are too short-lived to benefit from script optimisation, which took a fifth of all CPU time.
    "--js-flags=--no-turbofan --no-maglev",
    // There is no GPU to isolate.
    "--in-process-gpu",
  ];
  return timed("browser", () => chromium.launch({ executablePath, args }));
}

function chromiumPath(wanted: readonly string[]): string {
  const chosen = process.env["CHROMIUM_PATH"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const candidates = chosen
    ? [chosen]
    : [...wanted.flatMap((name) => folders.map((folder) => join(folder, name))), ...macPlaces];
  const found = candidates.find(isExecutable);
  if (found) return found;
  throw new Error(
    "The journeys need Chromium or Chrome: install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROMIUM_PATH.",
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
