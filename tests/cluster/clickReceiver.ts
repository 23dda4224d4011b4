import { once } from "node:events";
import { createServer } from "node:http";
import { z } from "zod";

const payload = z.object({ data: z.object({ clicks: z.array(z.object({ _id: z.string() })) }) });

export interface ClickReceiver {
  url(path: string): string;
  /** IDs of the clicks in messages to a path; duplicate messages count once. */
  clicks(path: string): string[];
  close(): void;
}

/** Starts a webhook receiver for clicks, which deduplicates messages. */
export async function startClickReceiver(): Promise<ClickReceiver> {
  const messages = new Map<string, { readonly path: string; readonly clicks: readonly string[] }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { clicks } = payload.parse(JSON.parse(Buffer.concat(chunks).toString())).data;
      const path = request.url ?? "";
      messages.set(String(request.headers["webhook-id"]), { path, clicks: clicks.map(({ _id }) => _id) });
      response.writeHead(204).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    clicks: (path) => [...messages.values()].flatMap((each) => (each.path === path ? each.clicks : [])),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
