import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** Returns the file that the browser saves during `act`, as text. */
export async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent("download");
  await act();
  const file = await download;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "latin1") };
}
