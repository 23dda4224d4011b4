import type { Browser } from "playwright-core";
import { stackPlace, type StackPlace } from "../running/runningStack.ts";
import { launchChromium } from "./chromium.ts";

/** A stack of a test file's own that is ready, and a browser to use it with. */
export interface BrowserStack {
  readonly place: StackPlace;
  readonly browser: Browser;
  close(): Promise<void>;
}

export async function openBrowserStack(env: NodeJS.ProcessEnv = {}): Promise<BrowserStack> {
  const browser = await launchChromium();
  const place = await stackPlace();
  const close = async (): Promise<void> => {
    await browser.close();
    await place.clear();
  };
  try {
    await place.start({ env }).ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { place, browser, close };
}
