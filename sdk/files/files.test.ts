import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createClient, uploadImportFile } from "../index.ts";
import { answerWith, failure, openServer } from "../testing/server.ts";

const part = 1024 * 1024;

/** Opens a server that accepts the file of an import. */
async function open() {
  const server = await openServer(({ method }, response, index) => {
    // The first part fails once, so the client sends it again.
    if (index === 0) return answerWith(response, 503, failure("INTERNAL_ERROR"));
    return method === "PUT"
      ? { success: true, message: "Part received" }
      : { success: true, data: { state: "reading" } };
  });
  return { server, client: createClient({ url: server.url, retryDelay: 1 }) };
}

const content = Buffer.from(Array.from({ length: 2 * part + 3 }, (_, index) => index % 251));
async function* pieces(size: number): AsyncGenerator<Uint8Array, void, void> {
  for (let start = 0; start < content.length; start += size) yield content.subarray(start, start + size);
}

test.each([
  ["a blob", () => new Blob([content])],
  ["a stream in small pieces", () => Readable.from(pieces(70_001))],
  ["a stream in one piece", () => [content]],
])("%s is sent in parts of a MiB", async (_, file) => {
  const { server, client } = await open();
  const progress: number[] = [];
  const onProgress = (bytes: number) => void progress.push(bytes);
  expect(await uploadImportFile(client, "1", file(), { onProgress })).toMatchObject({ state: "reading" });
  expect(server.received.map(({ url }) => url)).toEqual([
    "/api/imports/1/file?part=1",
    "/api/imports/1/file?part=1",
    "/api/imports/1/file?part=2",
    "/api/imports/1/file?part=3",
    "/api/imports/1/complete",
  ]);
  const sent = Buffer.concat(server.received.slice(1, 4).map(({ body }) => body));
  expect(sent.equals(content)).toBe(true);
  expect(String(server.received.at(-1)?.body)).toBe(`{"parts":3}`);
  expect(progress).toEqual([part, 2 * part, 2 * part + 3]);
});

test("an empty file is one empty part", async () => {
  for (const file of [new Blob([]), [], [""]]) {
    const { server, client } = await open();
    await uploadImportFile(client, "1", file);
    expect(String(server.received.at(-1)?.body)).toBe(`{"parts":1}`);
  }
});

test("a file comes as a stream, under a name that leads nowhere else", async () => {
  const server = await openServer((_request, response) => {
    const disposition = `attachment; filename="../../etc/hoplog.zip"`;
    response.writeHead(200, { "content-type": "application/zip", "content-disposition": disposition });
    response.write("PK");
    setImmediate(() => response.end("..."));
  });
  const client = createClient({ url: server.url });
  const { stream, fileName, contentType } = await client.account.export();
  expect({ fileName, contentType }).toEqual({ fileName: "hoplog.zip", contentType: "application/zip" });
  expect(await new Response(stream).text()).toBe("PK...");
  expect(String(Buffer.from(await (await client.account.export()).bytes()))).toBe("PK...");
});
