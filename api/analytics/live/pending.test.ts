import { describe, expect, it } from "vitest";
import { createPending } from "./pending.ts";

const max = { batchesAtOnce: 3, linksAtOnce: 3, waiting: 10, known: 4 };
const links = (...ids: string[]) => new Set(ids);

describe("what was announced and is not read yet", () => {
  it("is taken together, each batch once however often it was announced", () => {
    const pending = createPending(max);
    expect(pending.add(["a"], links("1"))).toBe(true);
    expect(pending.add(["a"], links("1"))).toBe(false);
    expect(pending.add(["a", "b"], links("2"))).toBe(true);
    expect(pending.take()).toEqual({ batchIds: ["a", "b"], linkIds: ["1", "2"] });
    expect(pending.take()).toBeNull();
    expect(pending.add(["b"], links("2"))).toBe(false);
  });

  it("is taken in pieces of bounded size, and without its links where those are too many", () => {
    const pending = createPending({ ...max, waiting: 100 });
    pending.add(["a", "b"], links("1", "2"));
    pending.add(["c", "d"], links("3", "4"));
    pending.add(["e"], links("5", "6", "7", "8"));
    expect(pending.take()).toEqual({ batchIds: ["a", "b"], linkIds: ["1", "2"] });
    expect(pending.take()).toEqual({ batchIds: ["c", "d", "e"], linkIds: null });
    expect(pending.isEmpty()).toBe(true);
  });

  it("may be announced again where ClickHouse did not have it", () => {
    const pending = createPending(max);
    pending.add(["a", "b"], links("1"));
    const taken = pending.take();
    if (!taken) throw new Error("nothing was taken");
    pending.found(["a"], taken);
    expect(pending.add(["a", "b"], links("1"))).toBe(true);
    expect(pending.take()).toEqual({ batchIds: ["b"], linkIds: ["1"] });
  });

  it("comes again first after a failure", () => {
    const pending = createPending(max);
    pending.add(["a"], links("1"));
    const taken = pending.take();
    if (!taken) throw new Error("nothing was taken");
    pending.add(["b"], links("2"));
    pending.requeue(taken);
    expect(pending.take()).toEqual({ batchIds: ["a", "b"], linkIds: ["1", "2"] });
  });

  it("is dropped for a reading of everything where it becomes too much", () => {
    const pending = createPending(max);
    pending.add(["a", "b", "c", "d"], links("1", "2", "3"));
    expect(pending.takeReset()).toBe(false);
    pending.add(["e", "f", "g"], links("1", "2", "3"));
    expect(pending.take()).toBeNull();
    expect(pending.isEmpty()).toBe(false);
    expect(pending.takeReset()).toBe(true);
    expect(pending.isEmpty()).toBe(true);
  });

  it("remembers no more batches than it may", () => {
    const pending = createPending(max);
    for (const id of ["a", "b", "c", "d", "e"]) {
      pending.add([id], links("1"));
      pending.take();
    }
    expect(pending.add(["e"], links("1"))).toBe(false);
    expect(pending.add(["a"], links("1"))).toBe(true);
  });
});
