import { expect } from "vitest";
import type { Account } from "../running/account.ts";

/** Waits until queries, which run on a copy, see this many clicks of an account. */
export async function expectCopiedClicks(appUrl: string, { tokens }: Account, clicks: number): Promise<void> {
  const counted = async () => {
    const answer = await fetch(`${appUrl}/api/sql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${tokens.accessToken}` },
      body: JSON.stringify({ query: "SELECT 'clicks: ' || toString(count()) FROM clicks" }),
    });
    return answer.text();
  };
  // A copy made for other queries may be a minute old.
  await expect.poll(counted, { interval: 1000, timeout: 90_000 }).toContain(`clicks: ${clicks}`);
}
