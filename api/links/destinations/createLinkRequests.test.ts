import type { Outgoing } from "@hoplog/platform/outgoing/request.js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHosts } from "./hosts.ts";
import { pauseUntil } from "./pause.ts";
import { createLinkRequests } from "./createLinkRequests.ts";
import { isPortAllowed } from "./ports.ts";

const second = 1000;
/** Redirect target by URL. */
const redirects = new Map<string, string>();
/** Requests in order, with host and time. */
const asked: { readonly host: string; readonly at: number }[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  redirects.clear();
  asked.length = 0;
});
afterEach(() => vi.useRealTimers());

/** Follows redirects as the real client does: waits for its turn before each request. */
const request: Outgoing = async ({ url, mayRequest, turn }) => {
  for (let next: string | undefined = url; next !== undefined; next = redirects.get(next)) {
    const at = new URL(next);
    if (mayRequest?.(at) === false) throw new Error(`${next} must not be requested`);
    await turn?.(at);
    asked.push({ host: at.host, at: Date.now() });
  }
  return { status: 200, headers: {}, body: Buffer.alloc(0), isCut: false, url };
};
const dependencies = () => ({
  request,
  hosts: createHosts(),
  now: () => new Date(),
  pause: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
  mayRequest: () => true,
});
const question = (url: string) => ({ url, timeoutMs: 3000, maxBytes: 1 });
const timesOf = (host: string) => asked.filter((one) => one.host === host).map(({ at }) => at / second);

describe("requests for destinations", () => {
  it("leave a second between two to one host: redirects, second questions and images of all links", async () => {
    redirects.set("http://a.example/", "https://a.example/");
    redirects.set("https://b.example/", "https://a.example/");
    const work = dependencies();
    const [a, b] = [createLinkRequests(work, "http://a.example/"), createLinkRequests(work, "https://b.example/")];
    const all = Promise.all([
      a.send(question("http://a.example/")).then(() => a.send(question("https://cdn.example/a.png"))),
      b.send(question("https://b.example/")).then(() => b.send(question("https://cdn.example/b.png"))),
    ]);
    await vi.runAllTimersAsync();
    await all;
    expect(timesOf("b.example")).toEqual([0]);
    expect(timesOf("a.example")).toEqual([0, 1, 2]);
    expect(timesOf("cdn.example")).toEqual([1, 2]);
  });

  it("take a host with a dot at its end for the same", async () => {
    const work = dependencies();
    const requests = createLinkRequests(work, "https://a.example/");
    const both = requests
      .send(question("https://a.example/"))
      .then(() => requests.send(question("https://a.example./i")));
    await vi.runAllTimersAsync();
    await both;
    expect([timesOf("a.example"), timesOf("a.example.")]).toEqual([[0], [1]]);
  });

  it("wait for some seconds in all: a host that many links lead to is left for later, and holds nobody up", async () => {
    const work = dependencies();
    const links = Array.from({ length: 30 }, (_, n) => `https://of${n}.example/`);
    for (const link of links) redirects.set(link, "https://victim.example/");
    const all = Promise.allSettled(links.map((link) => createLinkRequests(work, link).send(question(link))));
    await vi.runAllTimersAsync();
    const failures = (await all).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(timesOf("victim.example")).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(failures).toHaveLength(19);
    expect(failures[0]).toMatchObject({ failure: "later" });
  });

  it("of one link wait no longer together, whatever it redirects to", async () => {
    const work = dependencies();
    const requests = createLinkRequests(work, "https://a.example/");
    const all = Promise.allSettled(
      Array.from({ length: 30 }, (_, n) => requests.send(question(`https://a.example/${n}`))),
    );
    await vi.runAllTimersAsync();
    expect((await all).filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  });

  it("wait no longer once their process is about to end", async () => {
    const leaving = new AbortController();
    const requests = createLinkRequests({ ...dependencies(), pause: pauseUntil(leaving.signal) }, "https://a.example/");
    await requests.send(question("https://a.example/"));
    const second = requests.send(question("https://a.example/i"));
    leaving.abort();
    await expect(second).rejects.toMatchObject({ failure: "later" });
    expect(timesOf("a.example")).toEqual([0]);
  });

  it.each([
    ["https://a.example/", "https://b.example/", true],
    ["https://a.example/", "http://b.example:443/", true],
    ["https://a.example:8443/", "https://b.example:8443/", true],
    ["https://a.example:8443/", "https://b.example:9443/", false],
    ["https://a.example/", "https://a.example:8080/", false],
    ["http://a.example:22/", "http://a.example:22/", false],
    ["http://a.example:25/", "http://b.example:25/", false],
    ["http://a.example:6667/", "http://a.example:6667/", false],
    ["http://a.example:0/", "http://a.example:0/", false],
  ])("of the link %s may go to %s: %s", async (link, url, may) => {
    expect(isPortAllowed(new URL(url), new URL(link))).toBe(may);
    const [answer] = await Promise.allSettled([createLinkRequests(dependencies(), link).send(question(url))]);
    expect([answer.status, asked.length]).toEqual(may ? ["fulfilled", 1] : ["rejected", 0]);
  });
});
