/** A file that is downloaded while its stream is read. */
export interface Download {
  readonly stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** File name from the server, without folders; null if the server sent none. */
  readonly fileName: string | null;
  readonly contentType: string;
  /** Reads the whole file. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
}

export function downloadOf(response: Response): Download {
  return {
    stream: response.body ?? new Response("").body ?? new ReadableStream(),
    fileName: fileNameOf(response.headers.get("content-disposition")),
    contentType: response.headers.get("content-type") ?? "application/octet-stream",
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
  };
}

function fileNameOf(disposition: string | null): string | null {
  const name = /filename="?([^";]+)"?/.exec(disposition ?? "")?.[1];
  return name?.split(/[/\\]/).at(-1) || null;
}
