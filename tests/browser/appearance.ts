import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { accessibilityProblems, colourRules } from "./accessibility.ts";

const folder = join(repositoryRoot, "tests", "screenshots");
/** Nobody looks at those of CI, and they take as long as a page. */
const wantsPictures = !process.env["CI"];

/** The ways in which every screen is shown. */
export const appearances = {
  "wide-light": { viewport: { width: 1280, height: 860 }, colorScheme: "light" },
  "wide-dark": { viewport: { width: 1280, height: 860 }, colorScheme: "dark" },
  "phone-light": { viewport: { width: 390, height: 844 }, colorScheme: "light", hasTouch: true },
  "phone-dark": { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true },
} as const;

export type Appearance = keyof typeof appearances;

/** Both widths and both colours, in two. */
export const twoAppearances: readonly Appearance[] = ["wide-light", "phone-dark"];

/** A browser of somebody's own, gone after the test. `problems` collects what the page complains about. */
export async function openContext(
  browser: Browser,
  appearance: Appearance,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    ...appearances[appearance],
    reducedMotion: "reduce",
    acceptDownloads: true,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return { context, page, problems };
}

/**
 * {@link inspect} in both colours, as a system that goes from day to night while the page is open. The context is a
 * light one; so is the page afterwards.
 */
export async function inspectInBothColours(
  page: Page,
  name: string,
  options?: { wholePage?: boolean; isBusy?: boolean },
): Promise<void> {
  for (const colour of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme: colour });
    await page.locator(`html[data-mantine-color-scheme="${colour}"]`).waitFor();
    await inspect(page, `${name}-${colour}`, { ...options, coloursOnly: colour === "dark" });
  }
}

/**
 * Takes a picture of a screen once it has loaded (not in CI), and expects it to be accessible and no wider than the window.
 * With `coloursOnly` it is one that is inspected in other colours as well: nothing else can be different. With `isBusy` something
 * behind a dialog waits for that.
 */
export async function inspect(
  page: Page,
  name: string,
  { wholePage = true, coloursOnly = false, isBusy = false } = {},
): Promise<void> {
  if (!isBusy) await expect.poll(() => page.locator(".mantine-Skeleton-root, .mantine-Loader-root").count()).toBe(0);
  await page.evaluate("document.fonts.ready.then(() => true)");
  if (wantsPictures) {
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: wholePage });
  }
  expect(await accessibilityProblems(page, coloursOnly ? colourRules : undefined), name).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"), name).toBeLessThanOrEqual(0);
}
