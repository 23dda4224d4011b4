import type { Browser } from "playwright-core";
import { type BrowserOptions, launchChromium } from "./chromium.ts";

/** The shared browsers by `isWhole`: the shell, and the full Chromium. */
const browsers = new Map<boolean, Promise<Browser>>();

/**
 * Returns the browser that all test files of a worker use, since starting a browser takes as long as a short test.
 * `close` closes what a file has opened in it; the browser itself ends with the worker.
 */
export async function shareBrowser(
  options: BrowserOptions = {},
): Promise<{ browser: Browser; close(): Promise<void> }> {
  const isWhole = options.isWhole ?? false;
  const running = browsers.get(isWhole) ?? launchChromium({ isWhole });
  browsers.set(isWhole, running);
  const browser = await running;
  if (!browser.isConnected()) {
    browsers.delete(isWhole);
    return shareBrowser(options);
  }
  const close = async (): Promise<void> => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  };
  return { browser, close };
}
