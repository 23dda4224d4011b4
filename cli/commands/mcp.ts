import type { Command } from "../command/command.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "Give AI assistants access to links and figures by the Model Context Protocol (stdio)",
  async run({ client, version, signal }) {
    // The MCP server is loaded on demand, because its packages are large.
    const { serve } = await import("../mcp/serve.ts");
    await serve(await client(), version, signal);
  },
};
