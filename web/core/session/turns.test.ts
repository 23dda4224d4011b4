import { expect, it } from "vitest";
import { createTurns, type MarkStore } from "./turns.ts";

function sharedStorage(): MarkStore & { readonly size: () => number } {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    size: () => kept.size,
  };
}

it("ten tabs that begin at the same moment take turns, also behind one that fails", async () => {
  const storage = sharedStorage();
  let [working, most, done] = [0, 0, 0];
  const work = async () => {
    most = Math.max(most, ++working);
    await new Promise((resolve) => setTimeout(resolve, 5));
    working -= 1;
    done += 1;
    if (done === 3) throw new Error("as it goes");
    return done;
  };
  const tabs = Array.from({ length: 10 }, (_, i) => createTurns(storage, `tab-${i}`)(work));
  const outcomes = await Promise.allSettled(tabs);
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect([most, done, storage.size()]).toEqual([1, 10, 0]);
});

it("a tab that was closed in its turn holds the others up for no longer than a request may take", async () => {
  const storage = sharedStorage();
  storage.setItem("sessionTurn", `closed ${Date.now() + 100}`);
  const from = Date.now();
  expect(await createTurns(storage, "open")(async () => "done")).toBe("done");
  expect(Date.now() - from).toBeGreaterThanOrEqual(100);
});
