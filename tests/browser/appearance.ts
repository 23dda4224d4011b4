import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { accessibilityProblems, colourRules } from "./accessibility.ts";
import { looksOf, type Screen, type Width } from "./screens.ts";

const folder = join(repositoryRoot, "tests", "screenshots");
/** Screenshots are not taken in CI: they take as long as loading a page, and nobody views them. */
const wantsPictures = !process.env["CI"];

const widths = {
  wide: { viewport: { width: 1280, height: 860 }, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const satisfies Record<Width, object>;

/** Disables blur, which is slow without a graphics card and only matters for pictures. */
const unblurred = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { backdrop-filter: none !important }");
  document.adoptedStyleSheets = [sheet];
}`;

/** Light is last, so that the page ends in its initial scheme. */
const colours = ["dark", "light"] as const;

/** Combinations of width and colour scheme in which every screen is shown. */
export const appearances = (["wide", "phone"] as const).flatMap((width) =>
  colours.map((colorScheme) => ({ name: `${width}-${colorScheme}`, colorScheme, ...widths[width] })),
);

/** Opens a separate light browser context that is closed after the test. `problems` collects the page's errors. */
export async function openContext(
  browser: Browser,
  width: Width = "wide",
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const options = { ...widths[width], colorScheme: "light", reducedMotion: "reduce", acceptDownloads: true } as const;
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  // The timeout is the same as for other conditions, because three stacks and browsers may share two cores.
  context.setDefaultTimeout(60_000);
  if (!wantsPictures) await context.addInitScript(unblurred);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return { context, page, problems };
}

/**
 * Shows the current page in every appearance of the screen, expects each to be accessible and no wider than the window,
 * and takes pictures except in CI. Afterwards the page is light and has its original width.
 */
export async function inspect(page: Page, screen: Screen): Promise<void> {
  const looks = looksOf(screen);
  const before = page.viewportSize() ?? widths.wide.viewport;
  // Begins with the current width, because the scroll position is correct for this width.
  const [own, other] =
    before.width < widths.wide.viewport.width ? (["phone", "wide"] as const) : (["wide", "phone"] as const);
  for (const width of [own, other]) {
    if (looks.only && looks.only !== width) continue;
    const { viewport } = widths[width];
    await resize(page, width, { ...viewport, height: looks.heights?.[width] ?? viewport.height });
    for (const colour of colours) {
      await page.emulateMedia({ colorScheme: colour });
      await settle(page, colour, looks.isBusy);
      if (looks.isScrolledToEnd) await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
      await look(page, `${screen}-${width}-${colour}`, looks.isDialog, colour === "dark");
    }
  }
  await resize(page, own, before);
}

/** Saves a screenshot for reviewers; does nothing in CI. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (!wantsPictures) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

async function resize(page: Page, width: Width, viewport: { width: number; height: number }): Promise<void> {
  const size = page.viewportSize();
  if (size?.width === viewport.width && size.height === viewport.height) return;
  await page.setViewportSize(viewport);
  // Touch is fixed for a context, but can be emulated for its pages.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: widths[width].hasTouch });
  await session.detach();
}

/** Resolves when a resized or recoloured page is drawn; `isBusy` if loading indicators behind a dialog remain. */
async function settle(page: Page, colour: string, isBusy = false): Promise<void> {
  // The redirector's pages have no colour scheme attribute.
  await page.locator(`html:is([data-mantine-color-scheme="${colour}"], :not([data-mantine-color-scheme]))`).waitFor();
  await page.evaluate(`document.fonts.ready.then(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))))`);
  if (!isBusy) await expect.poll(() => page.locator(".mantine-Skeleton-root, .mantine-Loader-root").count()).toBe(0);
}

/** Pixels by which the page is wider than the window, or a dialog's content wider than the dialog. */
const overflow = `Math.max(document.documentElement.scrollWidth - window.innerWidth,
  ...[...document.querySelectorAll(".mantine-Modal-content")].map((one) => one.scrollWidth - one.clientWidth))`;

/** Checks the page in one appearance. In dark mode only colours can differ, so only colour rules are checked. */
async function look(page: Page, name: string, isDialog: boolean, isDark: boolean): Promise<void> {
  await expect.poll(() => page.evaluate(overflow), { message: name }).toBeLessThanOrEqual(0);
  await picture(page, name, !isDialog);
  expect(await accessibilityProblems(page, isDark ? colourRules : undefined), name).toEqual([]);
}
