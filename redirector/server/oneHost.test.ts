import { describe, expect, it, onTestFinished } from "vitest";
import { exchange, statusesIn } from "../testing/raw.ts";
import { link, openTestRedirector, visit } from "../testing/testRedirector.ts";

describe.each(["bun", "node"])("a redirector on %s", (runtime) => {
  it("takes requests that name their host once, and no others", async () => {
    const test = await openTestRedirector({ LISTENER_RUNTIME: runtime });
    onTestFinished(() => test.close());
    await test.publish("docs", link);
    await expect.poll(async () => (await visit(test, "/docs")).status).toBe(302);
    const status = async (lines: string): Promise<number[]> =>
      statusesIn(await exchange(test.redirector.port, `${lines}\r\nConnection: close\r\n\r\n`));
    expect(await status("GET /docs HTTP/1.1\r\nHost: a")).toEqual([302]);
    for (const hosts of [
      "Host: a\r\nHost: b",
      "Host: a\r\nHost: a",
      "Host: a\r\nX: y\r\nhOST: b",
      "Host:\r\nHost: a",
      "X: y",
    ]) {
      expect({ hosts, status: await status(`GET /docs HTTP/1.1\r\n${hosts}`) }).toEqual({ hosts, status: [400] });
    }
  });
});
