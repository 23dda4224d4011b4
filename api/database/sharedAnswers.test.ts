import { expect, it } from "vitest";
import { shareAnswers } from "./sharedAnswers.ts";

function open() {
  const asked: { answer: (value: number) => void; fail: (error: Error) => void }[] = [];
  const share = shareAnswers<number>();
  const ask = (key = "a") =>
    share(key, () => new Promise((resolve, reject) => asked.push({ answer: resolve, fail: reject })));
  return { asked, ask };
}

it("shares the answer to the next question, not the one under way", async () => {
  const { asked, ask } = open();
  const [first, second, third] = [ask(), ask(), ask()];
  expect(asked).toHaveLength(1);
  asked[0]?.answer(1);
  await expect(first).resolves.toBe(1);
  await expect.poll(() => asked.length).toBe(2);
  const fourth = ask();
  asked[1]?.answer(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => asked.length).toBe(3);
  asked[2]?.answer(3);
  await expect(fourth).resolves.toBe(3);
  const later = ask();
  expect(asked).toHaveLength(4);
  asked[3]?.answer(4);
  await expect(later).resolves.toBe(4);
});

it("asks the next question also when one has failed", async () => {
  const { asked, ask } = open();
  const [first, second] = [ask(), ask()];
  asked[0]?.fail(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.answer(2);
  await expect(second).resolves.toBe(2);
});

it("keeps different questions apart", async () => {
  const { asked, ask } = open();
  const answers = [ask("a"), ask("b")];
  expect(asked).toHaveLength(2);
  asked[0]?.answer(1);
  asked[1]?.answer(2);
  expect(await Promise.all(answers)).toEqual([1, 2]);
});
