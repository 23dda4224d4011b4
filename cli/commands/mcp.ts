import type { Command } from "../command/command.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "Serve links and figures to assistants over the Model Context Protocol (stdio)",
  async run({ client, version, signal }) {
    // Loaded on demand.
    const { serve } = await import("../mcp/serve.ts");
    await serve(await client(), version, signal);
  },
};
