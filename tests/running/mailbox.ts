import { expect } from "vitest";
import type { StackPlace } from "./runningStack.ts";

/** Reads the mails of a running stack without a mail service. */
export function openMailbox({ appUrl }: StackPlace) {
  /** Waits for the newest mail that has all these texts, as HTML. */
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
    /** The address of the newest link of its kind, in a mail that has all these texts. */
    async link(path: string, ...texts: readonly string[]): Promise<string> {
      const [, url = ""] =
        new RegExp(`href="([^"]+/${path}\\?token=[\\w-]+)"`).exec(await mail(`/${path}?token=`, ...texts)) ?? [];
      expect(url).not.toBe("");
      return url;
    },
  };
}
