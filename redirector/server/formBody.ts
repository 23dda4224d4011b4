import type { IncomingMessage } from "node:http";

/** A form as browsers send it, or the status of the answer to what is none; null where its sender has gone. */
export type FormBody = { readonly fields: URLSearchParams } | { readonly status: 408 | 413 | 415 } | null;

/**
 * Reads no more than `maxBytes`, for `timeoutMs` at most: the server's own timeout for a request does not end it on Bun. What is
 * larger or later is left unread: its connection must end.
 */
export function readForm(request: IncomingMessage, maxBytes: number, timeoutMs: number): Promise<FormBody> {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") return Promise.resolve({ status: 415 });
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve({ status: 413 });
  return new Promise((settle) => {
    const late = setTimeout(() => resolve({ status: 408 }), timeoutMs);
    const resolve = (body: FormBody): void => {
      clearTimeout(late);
      settle(body);
    };
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve({ status: 413 });
    });
    request.once("end", () => resolve({ fields: new URLSearchParams(Buffer.concat(chunks).toString("utf8")) }));
    request.once("error", () => resolve(null));
    // Comes after the end, too, when nobody waits any more.
    request.once("close", () => resolve(null));
  });
}
