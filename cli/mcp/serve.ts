import { setImmediate } from "node:timers/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import type { Client } from "@hoplog/sdk";
import { plainJson, plainLines } from "../output/plain.ts";
import { tools } from "./tools.ts";

/**
 * Serves the tools over standard input and output until the client closes the input or `signal` is aborted. Tools have
 * the key's permissions.
 */
export async function serve(client: Client, version: string, signal: AbortSignal): Promise<void> {
  const server = new McpServer({ name: "hoplog", version });
  const running = new Set<Promise<unknown>>();
  for (const { name, title, description, effect, input, run } of tools) {
    const annotations = {
      title,
      readOnlyHint: effect === "reads",
      destructiveHint: effect === "changes",
      idempotentHint: effect !== "adds",
      openWorldHint: false,
    };
    server.registerTool(name, { title, description, inputSchema: input.shape, annotations }, async (given, extra) => {
      const call = run(client, given, AbortSignal.any([signal, extra.signal]));
      running.add(call);
      try {
        const found = await call;
        return { content: [{ type: "text", text: plainJson(found, 2) }] };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return { isError: true, content: [{ type: "text", text: plainLines(message) }] };
      } finally {
        running.delete(call);
      }
    });
  }
  const transport = new StdioServerTransport();
  await server.connect(transport);
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  // Requests that were received before the close are still answered.
  await setImmediate();
  await Promise.allSettled(running);
  await setImmediate();
  await server.close();
}
