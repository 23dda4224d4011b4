import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import { AwsClient } from "aws4fetch";

export interface TestS3 {
  /** Scheme, host and port. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secret: string;
  /** Whether the server supports aborting and listing multipart uploads, which s3rver doesn't. */
  readonly knowsUploads: boolean;
  /** The requests that the server has received, as `PUT /bucket/key?query`. */
  readonly asked: string[];
  /**
   * Intercepts requests; returns true for a request that it has handled itself. If null, all requests reach the server.
   */
  fault: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  keys(prefix?: string): Promise<string[]>;
  read(key: string): Promise<Buffer>;
  /** Returns the IDs of in-progress multipart uploads. */
  uploads(): Promise<string[]>;
  close(): Promise<void>;
}

const accessKeyId = "S3RVER";
const secret = "S3RVER";
const bucket = "clicks";

/**
 * Starts a real S3 server, which verifies signatures, behind a proxy that can inject faults: s3rver, or the program at
 * the path in VERSITYGW (go install github.com/versity/versitygw/cmd/versitygw@v1.0.14).
 */
export async function openTestS3(program = process.env["VERSITYGW"]): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), "hoplog-s3-"));
  const server = program === undefined ? await startS3rver(directory) : await startVersity(program, directory);
  const asked: string[] = [];
  let fault: TestS3["fault"] = null;
  const front = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (fault?.(incoming, outgoing)) return;
    const { method, headers, url: path } = incoming;
    const passed = request({ host: "127.0.0.1", port: server.port, method, headers, path }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  const port = await listen(front);
  const endpoint = `http://127.0.0.1:${port}`;
  const own = `http://127.0.0.1:${server.port}/${bucket}`;
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey: secret,
    region: "us-east-1",
    service: "s3",
    retries: 0,
  });
  const elements = async (query: string, element: string) => {
    const answer = await client.fetch(`${own}?${query}`);
    return [...(await answer.text()).matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g"))].map(
      ([, text = ""]) => text,
    );
  };
  if (program !== undefined) await client.fetch(own, { method: "PUT" });
  return {
    endpoint,
    bucket,
    accessKeyId,
    secret,
    asked,
    knowsUploads: program !== undefined,
    get fault() {
      return fault;
    },
    set fault(value) {
      fault = value;
    },
    keys: (prefix = "") => elements(`prefix=${prefix}`, "Key"),
    async read(key) {
      const answer = await client.fetch(`${own}/${key.split("/").map(encodeURIComponent).join("/")}`);
      if (!answer.ok) throw new Error(`${key}: ${answer.status} ${await answer.text()}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    uploads: () => elements("uploads", "UploadId"),
    async close() {
      front.closeAllConnections();
      front.close();
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Running {
  readonly port: number;
  close(): Promise<void>;
}

async function startS3rver(directory: string): Promise<Running> {
  const s3 = new S3rver({ silent: true, directory, vhostBuckets: false, configureBuckets: [{ name: bucket }] });
  await s3.configureBuckets();
  const server = createServer(s3.callback());
  const port = await listen(server);
  return {
    port,
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function startVersity(program: string, directory: string): Promise<Running> {
  const free = createTcpServer();
  const port = await listen(free);
  await new Promise((resolve) => free.close(resolve));
  const args = [
    "--port",
    `127.0.0.1:${port}`,
    "--access",
    accessKeyId,
    "--secret",
    secret,
    "--quiet",
    "posix",
    directory,
  ];
  const child = spawn(program, args, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer) break;
    if (tries === 200 || child.exitCode !== null) throw new Error(`the S3 test server ${program} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    async close() {
      child.kill();
      await ended;
    },
  };
}

async function listen(server: { listen(port: number, host: string, done: () => void): unknown; address(): unknown }) {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
