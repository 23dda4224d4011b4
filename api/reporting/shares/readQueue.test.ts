import { expect, it } from "vitest";
import { createReadQueue, type ReadQueue } from "./readQueue.ts";

/** Starts reads that end on command, and records which ones have started. */
function reader(turns: ReadQueue) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    read(ownerId: string, id: string, name: string) {
      const run = turns.take({ ownerId, id });
      if (!run) return null;
      return run(async () => {
        begun.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.set(name, resolve);
        await promise;
      });
    },
    end: (name: string) => ends.get(name)?.(),
  };
}

it("reads one page of an account at a time, and accounts take turns", async () => {
  const { begun, read, end } = reader(createReadQueue());
  for (let i = 0; i < 30; i++) void read("flooded", "page", `flood ${i}`);
  void read("other", "theirs", "theirs");
  void read("third", "third", "third");
  await expect.poll(() => begun).toEqual(["flood 0", "theirs"]);
  end("flood 0");
  await expect.poll(() => begun).toEqual(["flood 0", "theirs", "third"]);
  end("third");
  await expect.poll(() => begun).toEqual(["flood 0", "theirs", "third", "flood 1"]);
});

it("lets only some wait of one page, of one account and of all, and takes more once those are through", async () => {
  const { begun, read, end } = reader(createReadQueue());
  const first = read("owner", "page 0", "first");
  for (let i = 1; i < 30; i++) expect(read("owner", "page 0", "x")).not.toBeNull();
  expect(read("owner", "page 0", "x")).toBeNull();
  for (let i = 0; i < 60; i++) expect(read("owner", `page ${1 + (i % 2)}`, "x")).not.toBeNull();
  expect(read("owner", "page 3", "x")).toBeNull();
  for (let i = 0; i < 810; i++) expect(read(`other ${i}`, `of ${i}`, "x")).not.toBeNull();
  expect(read("new", "new", "x")).toBeNull();
  await expect.poll(() => begun).toContain("first");
  end("first");
  await first;
  expect(read("owner", "page 0", "x")).not.toBeNull();
  expect(read("new", "new", "x")).toBeNull();
});

it("gives its turn on after a read that fails", async () => {
  const turns = createReadQueue();
  for (let i = 0; i < 100; i++) {
    const run = turns.take({ ownerId: "owner", id: "page" });
    await expect(run?.(() => Promise.reject(new Error("no answer")))).rejects.toThrow("no answer");
  }
});
