import { createClient } from "@clickhouse/client";
import { expect, it, onTestFinished } from "vitest";
import { gatherTotals } from "./gatheredTotals.ts";
import type { LinkTotals } from "./linkTotals.ts";

function open() {
  const client = createClient({ url: "http://127.0.0.1:1" });
  onTestFinished(() => client.close());
  const asked: {
    owners: readonly string[];
    links: readonly string[];
    answer: (totals: Map<string, LinkTotals>) => void;
    fail: (error: Error) => void;
  }[] = [];
  const totals = gatherTotals(client, (_client, owners, links) => {
    return new Promise((resolve, reject) => asked.push({ owners, links, answer: resolve, fail: reject }));
  });
  return { asked, totals };
}

const answer = new Map([["a", { people: 1, all: 2 }]]);

it("sends the first questions at once and the next ones together", async () => {
  const { asked, totals } = open();
  const answers = ["a", "b", "c", "d", "a"].map((link) => totals([`owner of ${link}`], [link]));
  expect(asked.map(({ links }) => links)).toEqual([["a"], ["b"]]);
  asked[0]?.answer(answer);
  await expect(answers[0]).resolves.toBe(answer);
  expect(asked[2]).toMatchObject({ owners: ["owner of c", "owner of d", "owner of a"], links: ["c", "d", "a"] });
  asked[1]?.answer(answer);
  asked[2]?.answer(answer);
  expect(await Promise.all(answers)).toHaveLength(5);
  expect(asked).toHaveLength(3);
});

it("goes on after a question has failed, and fails only those who asked it", async () => {
  const { asked, totals } = open();
  const answers = ["a", "b", "c"].map((link) => totals(["o"], [link]));
  asked[0]?.fail(new Error("away"));
  await expect(answers[0]).rejects.toThrow("away");
  asked[1]?.answer(answer);
  asked[2]?.answer(answer);
  await expect(answers[2]).resolves.toBe(answer);
});

it("asks nothing for no links", async () => {
  const { asked, totals } = open();
  expect(await totals(["o"], [])).toEqual(new Map());
  expect(asked).toEqual([]);
});
