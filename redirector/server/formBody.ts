import type { IncomingMessage } from "node:http";

/** The fields of a submitted form, or the error status; null if the client has disconnected. */
export type FormBody = { readonly fields: URLSearchParams } | { readonly status: 408 | 413 | 415 } | null;

/**
 * Reads a form of at most `maxBytes` within `timeoutMs`, because Bun's request timeout does not cover the body. After
 * an error status the rest of the body is unread, so the caller must close the connection.
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
    // 'close' is also emitted after the end, when the promise is already settled.
    request.once("close", () => resolve(null));
  });
}
