import { describe, expect, it } from "vitest";
import { batchWhileBusy, shareAnswers } from "./batchWhileBusy.ts";

interface SentQuery<Q> {
  readonly questions: readonly Q[];
  readonly answer: (value: number) => void;
  readonly fail: (error: Error) => void;
}

describe("batchWhileBusy", () => {
  function open(maxConcurrent: number, wholeTurn = false) {
    const sent: SentQuery<string>[] = [];
    const query = batchWhileBusy<string, number>(
      (questions) => new Promise((resolve, reject) => sent.push({ questions, answer: resolve, fail: reject })),
      maxConcurrent,
      wholeTurn,
    );
    return { sent, query };
  }

  it("sends the first at once and the next together, once one is answered", async () => {
    const { sent, query } = open(2);
    const answers = ["a", "b", "c", "d", "a"].map(query);
    expect(sent.map(({ questions }) => questions)).toEqual([["a"], ["b"]]);
    sent[0]?.answer(1);
    await expect(answers[0]).resolves.toBe(1);
    expect(sent[2]?.questions).toEqual(["c", "d", "a"]);
    sent[1]?.answer(2);
    sent[2]?.answer(3);
    expect(await Promise.all(answers)).toEqual([1, 2, 3, 3, 3]);
    expect(sent).toHaveLength(3);
  });

  it("sends what comes in one turn of the event loop together, if told so, and no more at a time than without", async () => {
    const { sent, query } = open(1, true);
    const answers = ["a", "b"].map(query);
    expect(sent).toEqual([]);
    await expect.poll(() => sent.length).toBe(1);
    const later = query("c");
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(sent.map(({ questions }) => questions)).toEqual([["a", "b"]]);
    sent[0]?.answer(1);
    expect(await Promise.all(answers)).toEqual([1, 1]);
    expect(sent[1]?.questions).toEqual(["c"]);
    sent[1]?.fail(new Error("away"));
    await expect(later).rejects.toThrow("away");
    const last = query("d");
    await expect.poll(() => sent.length).toBe(3);
    sent[2]?.answer(3);
    await expect(last).resolves.toBe(3);
  });

  it("gives nobody the answer to a query that was sent before theirs", async () => {
    const { sent, query } = open(1);
    const [first, second] = [query("a"), query("a")];
    sent[0]?.answer(1);
    await expect(first).resolves.toBe(1);
    const third = query("a");
    sent[1]?.answer(2);
    await expect(second).resolves.toBe(2);
    expect(sent[2]?.questions).toEqual(["a"]);
    sent[2]?.answer(3);
    await expect(third).resolves.toBe(3);
  });

  it("goes on after a question has failed, and fails only those who are in it", async () => {
    const { sent, query } = open(1);
    const answers = ["a", "b", "c"].map(query);
    sent[0]?.fail(new Error("away"));
    await expect(answers[0]).rejects.toThrow("away");
    sent[1]?.answer(2);
    expect(await Promise.all(answers.slice(1))).toEqual([2, 2]);
    expect(sent).toHaveLength(2);
  });

  it("goes on after one that throws before it sends", async () => {
    let throws = true;
    const query = batchWhileBusy<string, number>(([first]) => {
      if (throws) throw new Error("not even sent");
      return Promise.resolve(first.length);
    }, 1);
    await expect(query("a")).rejects.toThrow("not even sent");
    throws = false;
    await expect(query("abc")).resolves.toBe(3);
  });
});

describe("shareAnswers", () => {
  function open() {
    const sent: SentQuery<string>[] = [];
    const share = shareAnswers<number>();
    const query = (key = "a") =>
      share(
        key,
        () => new Promise((resolve, reject) => sent.push({ questions: [key], answer: resolve, fail: reject })),
      );
    return { sent, query };
  }

  it("shares the answer to the next question, not the one under way", async () => {
    const { sent, query } = open();
    const [first, second, third] = [query(), query(), query()];
    expect(sent).toHaveLength(1);
    sent[0]?.answer(1);
    await expect(first).resolves.toBe(1);
    await expect.poll(() => sent.length).toBe(2);
    const fourth = query();
    sent[1]?.answer(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    await expect.poll(() => sent.length).toBe(3);
    sent[2]?.answer(3);
    await expect(fourth).resolves.toBe(3);
    const later = query();
    expect(sent).toHaveLength(4);
    sent[3]?.answer(4);
    await expect(later).resolves.toBe(4);
  });

  it("sends the next query also when one has failed", async () => {
    const { sent, query } = open();
    const [first, second] = [query(), query()];
    sent[0]?.fail(new Error("away"));
    await expect(first).rejects.toThrow("away");
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.answer(2);
    await expect(second).resolves.toBe(2);
  });

  it("keeps different questions apart", async () => {
    const { sent, query } = open();
    const answers = [query("a"), query("b")];
    expect(sent.map(({ questions }) => questions)).toEqual([["a"], ["b"]]);
    sent[0]?.answer(1);
    sent[1]?.answer(2);
    expect(await Promise.all(answers)).toEqual([1, 2]);
  });
});
