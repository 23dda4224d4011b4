import { createClient } from "@clickhouse/client";
import { expect, it, onTestFinished } from "vitest";
import { batchTotals } from "./batchedTotals.ts";
import type { LinkTotals } from "./linkTotals.ts";

function open() {
  const client = createClient({ url: "http://127.0.0.1:1" });
  onTestFinished(() => client.close());
  const sent: {
    owners: readonly string[];
    links: readonly string[];
    answer: (totals: Map<string, LinkTotals>) => void;
    fail: (error: Error) => void;
  }[] = [];
  const totals = batchTotals(client, (_client, owners, links) => {
    return new Promise((resolve, reject) => sent.push({ owners, links, answer: resolve, fail: reject }));
  });
  return { sent, totals };
}

const answer = new Map([["a", { people: 1, all: 2 }]]);

it("sends the first questions at once and the next ones together", async () => {
  const { sent, totals } = open();
  const answers = ["a", "b", "c", "d", "a"].map((link) => totals([`owner of ${link}`], [link]));
  expect(sent.map(({ links }) => links)).toEqual([["a"], ["b"]]);
  sent[0]?.answer(answer);
  await expect(answers[0]).resolves.toBe(answer);
  expect(sent[2]).toMatchObject({ owners: ["owner of c", "owner of d", "owner of a"], links: ["c", "d", "a"] });
  sent[1]?.answer(answer);
  sent[2]?.answer(answer);
  expect(await Promise.all(answers)).toHaveLength(5);
  expect(sent).toHaveLength(3);
});

it("goes on after a question has failed, and fails only those who asked it", async () => {
  const { sent, totals } = open();
  const answers = ["a", "b", "c"].map((link) => totals(["o"], [link]));
  sent[0]?.fail(new Error("away"));
  await expect(answers[0]).rejects.toThrow("away");
  sent[1]?.answer(answer);
  sent[2]?.answer(answer);
  await expect(answers[2]).resolves.toBe(answer);
});

it("asks nothing for no links", async () => {
  const { sent, totals } = open();
  expect(await totals(["o"], [])).toEqual(new Map());
  expect(sent).toEqual([]);
});
