import { createLogger } from "@hoplog/platform/logging/logger.js";
import { expect, it } from "vitest";
import { createChores } from "./chores.ts";

const logger = createLogger("test", "silent");

function open(query: () => Promise<unknown>) {
  const done: string[] = [];
  let ms = 0;
  const chore = (name: string, everyMs: number, error?: Error) => ({
    failed: `${name} failed`,
    everyMs,
    async run() {
      done.push(name);
      if (error) throw error;
    },
  });
  const chores = createChores({ logger, now: () => new Date(ms) }, [
    chore("often", 10),
    chore("broken", 20, new Error("no")),
    chore("rare", 30),
    { ...chore("later", 20), isDelayed: true },
  ]);
  return { done, step: () => chores({ query }), later: (by: number) => void (ms += by) };
}

it("does each chore at its pace, whichever of the others fail", async () => {
  const { done, step, later } = open(async () => ({}));
  for (let i = 0; i < 4; i++) {
    await step();
    later(10);
  }
  expect(done).toEqual(["often", "broken", "rare", "often", "often", "broken", "later", "often", "rare"]);
});

it("fails with its connection", async () => {
  const lost = new Error("the connection is lost");
  const { done, step } = open(() => Promise.reject(lost));
  await expect(step()).rejects.toBe(lost);
  expect(done).toEqual(["often", "broken"]);
});
