import { expect } from "vitest";
import { z } from "zod";
import type { Outcome, Running } from "./runProgram.ts";

const annotations = z.object({ readOnlyHint: z.boolean(), destructiveHint: z.boolean() });
const result = z.object({
  tools: z.array(z.object({ name: z.string(), annotations })).default([]),
  content: z.array(z.object({ text: z.string() })).default([]),
  isError: z.boolean().default(false),
});
const reply = z.object({ id: z.number(), result });

/** A client that uses the tools of `hoplog mcp`. */
export interface Assistant {
  tools(): Promise<z.infer<typeof result>["tools"]>;
  use(name: string, given: object): Promise<{ readonly text: string; readonly isError: boolean }>;
  /** Sends one more request and disconnects without waiting: resolves with all responses. */
  leave(name: string, given: object): Promise<Outcome>;
}

export function openAssistant(mcp: Running): Assistant {
  let last = 0;
  const send = (message: object) => mcp.send(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method: string, params: object): number => {
    send({ id: (last += 1), method, params });
    return last;
  };
  const answerTo = async (id: number) => {
    const find = () => {
      const lines = mcp.stdout().split("\n").slice(0, -1);
      return lines.map((line) => reply.parse(JSON.parse(line))).find((one) => one.id === id);
    };
    await expect.poll(find).toBeDefined();
    return result.parse(find()?.result);
  };
  const use = (name: string, given: object) => ask("tools/call", { name, arguments: given });

  ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } });
  send({ method: "notifications/initialized" });
  return {
    tools: async () => (await answerTo(ask("tools/list", {}))).tools,
    async use(name, given) {
      const { content, isError } = await answerTo(use(name, given));
      return { text: content.map(({ text }) => text).join("\n"), isError };
    },
    leave(name, given) {
      use(name, given);
      mcp.end();
      return mcp.outcome;
    },
  };
}
