import { expect } from "vitest";
import type { StackPlace } from "./runningStack.ts";

/** Reads emails from the development mailbox of a running stack, which has no mail service. */
export function openMailbox({ appUrl }: StackPlace) {
  /** Waits for the newest email that contains all these texts, and returns its HTML. */
  async function mail(...texts: readonly string[]): Promise<string> {
    let found = "";
    await expect
      .poll(
        async () => {
          const mails = (await (await fetch(`${appUrl}/dev/mailbox`)).text()).split("<article>");
          found = mails.find((one) => texts.every((text) => one.includes(text))) ?? "";
          return found;
        },
        { timeout: 60_000 },
      )
      .not.toBe("");
    return found;
  }
  return {
    mail,
    /** Returns the newest link with this path, from an email that contains all these texts. */
    async link(path: string, ...texts: readonly string[]): Promise<string> {
      const [, url = ""] =
        new RegExp(`href="([^"]+/${path}\\?token=[\\w-]+)"`).exec(await mail(`/${path}?token=`, ...texts)) ?? [];
      expect(url).not.toBe("");
      return url;
    },
  };
}
