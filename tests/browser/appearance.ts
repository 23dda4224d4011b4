import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@hoplog/stack/root.js";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { accessibilityProblems, colourRules } from "./accessibility.ts";
import { looksOf, type Screen, type Width } from "./screens.ts";

const folder = join(repositoryRoot, "tests", "screenshots");
/** Nobody looks at those of CI, and they take as long as a page. */
const wantsPictures = !process.env["CI"];

const widths = {
  wide: { viewport: { width: 1280, height: 860 }, hasTouch: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
} as const satisfies Record<Width, object>;

/** Without a graphics card each frame of a page with blurred parts takes its time, and only pictures show them. */
const unblurred = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { backdrop-filter: none !important }");
  document.adoptedStyleSheets = [sheet];
}`;

/** Light comes last: the page stays as it was opened. */
const colours = ["dark", "light"] as const;

/** The ways in which every screen is shown. */
export const appearances = (["wide", "phone"] as const).flatMap((width) =>
  colours.map((colorScheme) => ({ name: `${width}-${colorScheme}`, colorScheme, ...widths[width] })),
);

/** A light browser of somebody's own, gone after the test. `problems` collects what the page complains about. */
export async function openContext(
  browser: Browser,
  width: Width = "wide",
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const options = { ...widths[width], colorScheme: "light", reducedMotion: "reduce", acceptDownloads: true } as const;
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  // As long as conditions are waited for elsewhere: three stacks and browsers may share two cores.
  context.setDefaultTimeout(60_000);
  if (!wantsPictures) await context.addInitScript(unblurred);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  return { context, page, problems };
}

/**
 * Shows a page as it is now in every appearance, expects each to be accessible and no wider than the window, and takes
 * pictures except in CI. Afterwards the page has its width again, and is light.
 */
export async function inspect(page: Page, screen: Screen): Promise<void> {
  const looks = looksOf(screen);
  const before = page.viewportSize() ?? widths.wide.viewport;
  // The page's own width first: what was just scrolled into sight still is.
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

/** A picture for whoever looks at the pages; none in CI. */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (!wantsPictures) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}

async function resize(page: Page, width: Width, viewport: { width: number; height: number }): Promise<void> {
  const size = page.viewportSize();
  if (size?.width === viewport.width && size.height === viewport.height) return;
  await page.setViewportSize(viewport);
  // A context has touch or not from its beginning; its pages can change.
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: widths[width].hasTouch });
  await session.detach();
}

/** Resolves once what was resized or coloured is drawn; with `isBusy` something behind a dialog waits for that. */
async function settle(page: Page, colour: string, isBusy = false): Promise<void> {
  // Pages of the redirector have no scheme of their own.
  await page.locator(`html:is([data-mantine-color-scheme="${colour}"], :not([data-mantine-color-scheme]))`).waitFor();
  await page.evaluate(`document.fonts.ready.then(() =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))))`);
  if (!isBusy) await expect.poll(() => page.locator(".mantine-Skeleton-root, .mantine-Loader-root").count()).toBe(0);
}

/** By how much the page is wider than the window, or what is in a dialog than that. */
const overflow = `Math.max(document.documentElement.scrollWidth - window.innerWidth,
  ...[...document.querySelectorAll(".mantine-Modal-content")].map((one) => one.scrollWidth - one.clientWidth))`;

/** In the dark only colours can be different. */
async function look(page: Page, name: string, isDialog: boolean, isDark: boolean): Promise<void> {
  await expect.poll(() => page.evaluate(overflow), { message: name }).toBeLessThanOrEqual(0);
  await picture(page, name, !isDialog);
  expect(await accessibilityProblems(page, isDark ? colourRules : undefined), name).toEqual([]);
}
