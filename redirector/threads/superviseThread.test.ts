import { createLogger } from "@hoplog/platform/logging/logger.js";
import { expect, it, onTestFinished } from "vitest";
import { superviseThread } from "./superviseThread.ts";

function keep() {
  const reports: { threadId: number; order: string }[] = [];
  const thread = superviseThread<string, { threadId: number; order: string }>({
    name: "a thread",
    program: new URL("./fixtures/thread", import.meta.url),
    data: null,
    resourceLimits: {},
    logger: createLogger("test", "silent"),
    onReport: (report) => reports.push(report),
    first: () => "hello",
  });
  const lives = () => new Set(reports.map(({ threadId }) => threadId)).size;
  return { thread, lives, orders: () => reports.map(({ order }) => order) };
}

it("starts a thread again that has failed, with the first order of each", async () => {
  const { thread, lives, orders } = keep();
  onTestFinished(() => thread.stop("stop", 1000));
  thread.order("die");
  await expect.poll(orders).toEqual(["hello", "die", "hello"]);
  expect(lives()).toBe(2);
});

it("stops one that runs, and starts no other", async () => {
  const { thread, lives, orders } = keep();
  await thread.stop("stop", 10_000);
  expect(orders()).toEqual(["hello", "stop"]);
  expect(lives()).toBe(1);
});

it("ends one that does not stop by itself", async () => {
  const { thread, orders } = keep();
  await expect.poll(orders).toEqual(["hello"]);
  await thread.stop("no", 10);
  expect(orders().filter((order) => order === "hello")).toEqual(["hello"]);
});

it("stops at once while there is no thread", async () => {
  const { thread, orders } = keep();
  // The thread dies repeatedly, until its next restart is delayed.
  for (let life = 1; life <= 3; life++) {
    await expect.poll(() => orders().filter((order) => order === "hello").length).toBe(life);
    thread.order("die");
  }
  await expect.poll(() => orders().filter((order) => order === "die").length).toBe(3);
  await thread.stop("stop", 60_000);
});
