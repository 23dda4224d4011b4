import { hintFlags } from "@hoplog/schema/topics/clickBatch/click.js";
import { fromAgentKey } from "@hoplog/platform/visitor/agent.js";
import { expect, it } from "vitest";
import { agentsOf } from "./agents.ts";

const texts = ["", "Chrome", "Firefox"];

it("distinguishes one user agent with different client hints", () => {
  const flags = Uint8Array.of(0, hintFlags.brave, 2, hintFlags.brave | 1, hintFlags.platform13);
  const { keys, rows } = agentsOf(texts, { userAgent: Uint32Array.of(1, 1, 2, 1, 1), flags });
  expect([...rows].map((row) => fromAgentKey(keys[row] ?? ""))).toEqual([
    { userAgent: "Chrome", flags: 0 },
    { userAgent: "Chrome", flags: hintFlags.brave },
    { userAgent: "Firefox", flags: 0 },
    { userAgent: "Chrome", flags: hintFlags.brave },
    { userAgent: "Chrome", flags: hintFlags.platform13 },
  ]);
  expect(keys).toHaveLength(5);
});

it("leaves texts as they are where no visit has client hints", () => {
  const userAgent = Uint32Array.of(2, 1);
  expect(agentsOf(texts, { userAgent, flags: Uint8Array.of(0, 7) })).toEqual({ keys: texts, rows: userAgent });
});
