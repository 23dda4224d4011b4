import { expect, it } from "vitest";
import type { LinkTotals } from "./linkTotals.ts";
import { cacheTotals } from "./cachedTotals.ts";

function open() {
  let now = 5000;
  const counts = new Map<string, LinkTotals>();
  const asked: (readonly string[])[] = [];
  let held: Promise<void> | null = null;
  let isAway = false;
  const remembered = cacheTotals({
    nowMs: () => now,
    async ask(_owners, links) {
      asked.push(links);
      const answer = new Map([...counts].filter(([id]) => links.includes(id)));
      await held;
      if (isAway) throw new Error("away");
      return answer;
    },
  });
  return {
    asked,
    remembered,
    totalsOf: (links: readonly string[]) => remembered.ask(["owner"], links),
    click: (link: string) => {
      const all = (counts.get(link)?.all ?? 0) + 1;
      counts.set(link, { people: all, all });
    },
    wait: (ms: number) => void (now += ms),
    fail: () => void (isAway = true),
    /** Delays responses until the returned function is called; they contain the totals at the time of the query. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
  };
}

const once = { people: 1, all: 1 };
const twice = { people: 2, all: 2 };
const links =
  (...ids: string[]) =>
  () =>
    new Set(ids);

it("asks for what it doesn't know, and remembers that a link has no clicks", async () => {
  const { asked, click, totalsOf } = open();
  click("a");
  expect(await totalsOf(["a", "b"])).toEqual(new Map([["a", once]]));
  expect(await totalsOf(["b", "a"])).toEqual(new Map([["a", once]]));
  expect(await totalsOf(["a", "c"])).toEqual(new Map([["a", once]]));
  expect(asked).toEqual([["a", "b"], ["c"]]);
});

it("reads a link again, once, while it still gives what it knows", async () => {
  const { asked, click, hold, totalsOf, wait } = open();
  await totalsOf(["a"]);
  click("a");
  wait(499);
  expect(await totalsOf(["a"])).toEqual(new Map());
  expect(asked).toHaveLength(1);
  wait(1);
  const answer = hold();
  expect(await totalsOf(["a"])).toEqual(new Map());
  expect(await totalsOf(["a"])).toEqual(new Map());
  expect(asked).toEqual([["a"], ["a"]]);
  answer();
  await expect.poll(() => totalsOf(["a"])).toEqual(new Map([["a", once]]));
  wait(999);
  expect(await totalsOf(["a"])).toEqual(new Map([["a", once]]));
  expect(asked).toHaveLength(3);
});

it("fails nobody for a link that could not be read again, until what is known is too old", async () => {
  const { click, fail, totalsOf, wait } = open();
  click("a");
  await totalsOf(["a"]);
  fail();
  wait(900);
  expect(await totalsOf(["a"])).toEqual(new Map([["a", once]]));
  wait(100);
  await expect(totalsOf(["a"])).rejects.toThrow("away");
});

it("asks again for a link that has changed, and for no other", async () => {
  const { asked, click, remembered, totalsOf } = open();
  await totalsOf(["a", "b"]);
  click("a");
  remembered.forget("another", links("a"));
  expect(await totalsOf(["a"])).toEqual(new Map());
  remembered.forget("owner", links("a", "x"));
  expect(await totalsOf(["a", "b"])).toEqual(new Map([["a", once]]));
  expect(asked).toEqual([["a", "b"], ["a"]]);
});

it("asks again for everything after the bus was away", async () => {
  const { click, remembered, totalsOf } = open();
  await totalsOf(["a"]);
  click("a");
  remembered.forgetAll();
  expect(await totalsOf(["a"])).toEqual(new Map([["a", once]]));
});

it.each([
  ["the link", (remembered: ReturnType<typeof cacheTotals>) => remembered.forget("owner", links("a"))],
  ["the bus", (remembered: ReturnType<typeof cacheTotals>) => remembered.forgetAll()],
])("remembers nothing that was read while %s changed", async (_what, change) => {
  const { click, hold, remembered, totalsOf } = open();
  const give = hold();
  const before = totalsOf(["a"]);
  click("a");
  change(remembered);
  give();
  expect(await before).toEqual(new Map());
  expect(await totalsOf(["a"])).toEqual(new Map([["a", once]]));
});

it("believes nothing for longer than a second, whatever the bus says, and though it is being read again", async () => {
  const { asked, click, hold, totalsOf, wait } = open();
  click("a");
  await totalsOf(["a"]);
  const give = hold();
  click("a");
  wait(999);
  expect((await totalsOf(["a"])).get("a")).toEqual(once);
  expect(asked).toHaveLength(2);
  click("a");
  wait(1);
  const late = totalsOf(["a"]);
  expect(asked).toHaveLength(3);
  give();
  expect((await late).get("a")?.all).toBe(3);
});

it("counts the second from when it asked, not from when it was answered", async () => {
  const { click, hold, totalsOf, wait } = open();
  click("a");
  const give = hold();
  const slow = totalsOf(["a"]);
  wait(1000);
  click("a");
  give();
  expect((await slow).get("a")).toEqual(once);
  expect((await totalsOf(["a"])).get("a")).toEqual(twice);
});

it("holds a bounded number of links", async () => {
  const { asked, totalsOf } = open();
  const many = (from: number) => Array.from({ length: 50_000 }, (_, i) => `${from + i}`);
  for (const from of [0, 50_000, 100_000]) await totalsOf(many(from));
  await totalsOf(["0", "149999"]);
  expect(asked.at(-1)).toEqual(["0"]);
});

it("remembers nothing of a question that has failed", async () => {
  let fails = true;
  const remembered = cacheTotals({
    nowMs: () => 0,
    ask: async () => (fails ? Promise.reject(new Error("away")) : new Map([["a", once]])),
  });
  await expect(remembered.ask(["owner"], ["a"])).rejects.toThrow("away");
  fails = false;
  expect(await remembered.ask(["owner"], ["a"])).toEqual(new Map([["a", once]]));
});
