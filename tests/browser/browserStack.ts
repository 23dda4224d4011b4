import type { Browser } from "playwright-core";
import { inject } from "vitest";
import { newTestStack, type StackPlace, type TestStack } from "../running/runningStack.ts";
import type { BrowserOptions } from "./chromium.ts";
import { shareBrowser } from "./sharedBrowser.ts";
import { placeSchema } from "./sharedStack.ts";

/** A running stack and a browser for it. */
export interface BrowserStack<Stack extends StackPlace = TestStack> {
  readonly testStack: Stack;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Starts a separate stack for one test file. */
export async function openBrowserStack(env: NodeJS.ProcessEnv = {}): Promise<BrowserStack> {
  const { browser, close: closePages } = await shareBrowser();
  const testStack = await newTestStack();
  const close = async (): Promise<void> => {
    await closePages();
    await testStack.clear();
  };
  try {
    await testStack.start({ env }).ready();
  } catch (error) {
    await close();
    throw error;
  }
  return { testStack, browser, close };
}

/**
 * Returns a browser and the stack that all journeys share; its first user waits for the start. Accounts keep test files
 * apart: each uses its own e-mail addresses and short codes. `options` are the browser's.
 */
export async function shareBrowserStack(options?: BrowserOptions): Promise<BrowserStack<StackPlace>> {
  const response = await fetch(inject("sharedStack"));
  if (!response.ok) throw new Error(await response.text());
  const testStack = placeSchema.parse(await response.json());
  return { testStack, ...(await shareBrowser(options)) };
}
