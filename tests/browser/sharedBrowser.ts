import type { Browser } from "playwright-core";
import { type BrowserOptions, launchChromium } from "./chromium.ts";

export type { BrowserOptions };

/** One of each kind, whole and not. */
const browsers = new Map<boolean, Promise<Browser>>();

/**
 * Gives the browser that the test files of a worker use one after the other. `close` closes what a file has opened in it; the browser
 * itself ends with the worker. Starting one takes as long as many a test.
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
