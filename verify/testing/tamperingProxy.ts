import { createServer, type Server } from "node:http";
import { listenAnywhere } from "@hoplog/api/testing/listenAnywhere.js";

/**
 * In responses to URLs containing `path`, the first number after `key` is incremented; verify must report the change at
 * `where`.
 */
export type Tampering = readonly [path: string, key: string, where: string];

/** Forwards everything, but increments the numbers that `tamperings` name. */
export async function tamperingProxy(
  target: string,
  tamperings: readonly Tampering[],
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.concat(await request.toArray());
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = request.headers;
      const answer = await fetch(`${target}${request.url}`, {
        method: request.method ?? "GET",
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        ...(body.length > 0 && { body }),
      });
      let text = await answer.text();
      for (const [path, key] of tamperings) {
        if (!request.url?.includes(path)) continue;
        text = text.replace(
          new RegExp(`(${key})(\\d+)`),
          (_, name: string, value: string) => name + (Number(value) + 1),
        );
      }
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(text);
    })();
  });
  return { url: `http://127.0.0.1:${await listenAnywhere(server)}`, server };
}
