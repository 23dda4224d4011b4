import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { timed } from "@hoplog/platform/testing/timed.js";
import { chromium, type Browser } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/** Without windows around its pages, which cost a fifth of a whole browser's processor time. */
const shell = "chromium-headless-shell";
const macPlaces = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * What Playwright switches off that the journeys depend on: of several such switches only the last one counts. And the two pages that
 * every window has ready below its address line, which nobody sees: they took more of the machine than most pages of ours.
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

/** A name of this machine that is no secure context over plain http, as `localhost` is: browsers have no Web Locks there. */
export const plainHost = "hop.test";

export interface BrowserOptions {
  /** Not the shell, for what only a whole browser does. */
  readonly isWhole?: boolean;
}

/**
 * Starts the Chromium of this machine: its shell if there is one, unless a test is about what only a whole browser does. Throws with
 * how to get one when there is none.
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
    // No page is used for long enough to win back what optimizing its scripts costs: a fifth of all.
    "--js-flags=--no-turbofan --no-maglev",
    // It has no other processor to be kept from.
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
