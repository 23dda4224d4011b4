import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

const never = new AbortController().signal;
const used = new Map<string, number>();
const turnsOf = (places: number) =>
  createTurns({ places, placesOf: (key) => (key === "two" ? 2 : 1), used: (key) => used.get(key) ?? 0 });

/** Takes turns and records when each begins. */
function noting(turns: ReturnType<typeof turnsOf>) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const take = (key: string, name = key, signal = never) => {
    const taking = turns.take(key, signal).then((end) => {
      began.push(name);
      ends.set(name, end);
    });
    return taking;
  };
  return { began, take, end: (name: string) => ends.get(name)?.() };
}

test("each account has one place, and the places are shared by all", async () => {
  const { began, take, end } = noting(turnsOf(3));
  void take("a", "a1");
  void take("a", "a2");
  void take("b");
  void take("two", "two1");
  void take("two", "two2");
  await expect.poll(() => began).toEqual(["a1", "b", "two1"]);
  end("b");
  await expect.poll(() => began).toEqual(["a1", "b", "two1", "two2"]);
  end("a1");
  end("a1");
  await expect.poll(() => began).toEqual(["a1", "b", "two1", "two2", "a2"]);
});

test("who has used least goes first, and of equals who came first", async () => {
  const { began, take, end } = noting(turnsOf(1));
  void take("first");
  used.set("much", 100);
  for (const key of ["much", "early", "late"]) void take(key);
  await expect.poll(() => began).toEqual(["first"]);
  for (const key of ["first", "early", "late"]) {
    end(key);
    const count = began.length;
    await expect.poll(() => began.length).toBe(count + 1);
  }
  expect(began).toEqual(["first", "early", "late", "much"]);
});

test("who leaves while waiting has no turn", async () => {
  const turns = turnsOf(1);
  const { began, take, end } = noting(turns);
  void take("first");
  const leaving = new AbortController();
  const left = take("gone", "gone", leaving.signal);
  void take("last");
  expect(turns.waiting()).toBe(2);
  leaving.abort(new Error("gone"));
  await expect(left).rejects.toThrow("gone");
  end("first");
  await expect.poll(() => began).toEqual(["first", "last"]);
  await expect(turns.take("x", AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
});
