import type { Browser } from "playwright-core";
import { type Account, signedInScript } from "../running/account.ts";
import type { StackPlace } from "../running/runningStack.ts";
import { openContext } from "./appearance.ts";
import type { Width } from "./screens.ts";

/** Opens a path of the app as the account, in a separate browser context that is closed after the test. */
export async function openSignedIn(
  { browser, testStack }: { readonly browser: Browser; readonly testStack: Pick<StackPlace, "appUrl"> },
  account: Account,
  path: string,
  width: Width = "wide",
): Promise<Awaited<ReturnType<typeof openContext>>> {
  const opened = await openContext(browser, width);
  await opened.context.addInitScript(signedInScript(account));
  await opened.page.goto(testStack.appUrl + path);
  return opened;
}
