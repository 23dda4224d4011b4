import { createHash } from "node:crypto";
import type { Outgoing, OutgoingAnswer } from "@hoplog/platform/outgoing/request.js";
import { AwsV4Signer } from "aws4fetch";
import { failureOfAnswer, failureOfRequest, S3Failure, textIn } from "./failure.ts";

export interface BucketSettings {
  /** Scheme, host and port of the S3 server. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** Whether the bucket is in the path; otherwise it is the first label of the host name. */
  readonly pathStyle: boolean;
  readonly accessKeyId: string;
  readonly secret: string;
}

export interface BucketOptions {
  readonly request: Outgoing;
  /** Timeout of a request in milliseconds. */
  readonly timeoutMs: number;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

export interface Part {
  readonly number: number;
  readonly etag: string;
}

/** The S3 operations that we use. All throw S3Failure. */
export interface Bucket {
  put(key: string, body: Uint8Array): Promise<void>;
  remove(key: string): Promise<void>;
  beginUpload(key: string): Promise<string>;
  putPart(key: string, uploadId: string, number: number, body: Uint8Array): Promise<Part>;
  completeUpload(key: string, uploadId: string, parts: readonly Part[]): Promise<void>;
  /** Aborts an upload. An upload that no longer exists is not an error. */
  abortUpload(key: string, uploadId: string): Promise<void>;
  /** Ids of in-progress multipart uploads of exactly this key. */
  openUploads(key: string): Promise<string[]>;
}

/** Maximum response size in bytes; longer ones are truncated. */
const maxBytes = 256 * 1024;
const parquet = "application/vnd.apache.parquet";

/** Creates the operations of a bucket, which sign the whole content of requests and follow no redirects. */
export function createBucket(settings: BucketSettings, options: BucketOptions): Bucket {
  const urlOf = (key: string, query: Readonly<Record<string, string>> = {}): string => {
    const url = new URL(settings.endpoint);
    if (!settings.pathStyle) url.hostname = `${settings.bucket}.${url.hostname}`;
    const path = [...(settings.pathStyle ? [settings.bucket] : []), ...key.split("/")]
      .map(encodeURIComponent)
      .join("/");
    url.pathname = `/${path}`;
    url.search = new URLSearchParams(query).toString();
    return url.href;
  };

  async function send(
    what: string,
    method: "GET" | "PUT" | "POST" | "DELETE",
    url: string,
    body: Uint8Array = new Uint8Array(),
    type?: string,
  ): Promise<OutgoingAnswer> {
    const headers = {
      "x-amz-content-sha256": createHash("sha256").update(body).digest("hex"),
      ...(type !== undefined && { "content-type": type }),
    };
    const { region, accessKeyId, secret: secretAccessKey } = settings;
    const datetime = options
      .now()
      .toISOString()
      .replace(/[:-]|\.\d{3}/g, "");
    const signer = new AwsV4Signer({
      method,
      url,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      datetime,
    });
    const signed = await signer.sign();
    const { request, timeoutMs, signal } = options;
    const answer = await request({
      url: signed.url.href,
      method,
      headers: Object.fromEntries(signed.headers),
      ...(method !== "GET" && method !== "DELETE" && { body }),
      timeoutMs,
      maxBytes,
      larger: "cut",
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw failureOfRequest(what, error);
    });
    if (answer.status < 200 || answer.status > 299) throw failureOfAnswer(what, answer.status, answer.body.toString());
    return answer;
  }

  return {
    async put(key, body) {
      await send("Writing", "PUT", urlOf(key), body, parquet);
    },
    async remove(key) {
      await send("Removing", "DELETE", urlOf(key));
    },
    async beginUpload(key) {
      const { body } = await send("Writing", "POST", urlOf(key, { uploads: "" }), undefined, parquet);
      const id = textIn(body.toString(), "UploadId");
      if (!id) throw new S3Failure("Writing: The server did not start a multipart upload");
      return id;
    },
    async putPart(key, uploadId, number, body) {
      const { headers } = await send("Writing", "PUT", urlOf(key, { partNumber: String(number), uploadId }), body);
      const etag = headers["etag"];
      if (etag === undefined) throw new S3Failure("Writing: The server did not confirm a part of the upload");
      return { number, etag };
    },
    async completeUpload(key, uploadId, parts) {
      const list = parts.map(
        ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${xml(etag)}</ETag></Part>`,
      );
      const text = `<CompleteMultipartUpload>${list.join("")}</CompleteMultipartUpload>`;
      const { body, status } = await send(
        "Writing",
        "POST",
        urlOf(key, { uploadId }),
        Buffer.from(text),
        "application/xml",
      );
      // S3 sends status 200 before it has assembled the parts.
      if (/<Error>/.test(body.toString())) throw failureOfAnswer("Writing", status, body.toString());
    },
    async abortUpload(key, uploadId) {
      await send("Aborting an upload", "DELETE", urlOf(key, { uploadId })).catch((error: unknown) => {
        if (!(error instanceof S3Failure && error.status === 404 && error.code !== "NoSuchBucket")) throw error;
      });
    },
    async openUploads(key) {
      const url = new URL(urlOf(""));
      url.pathname = url.pathname.replace(/(?<=.)\/$/, "");
      url.search = new URLSearchParams({ uploads: "", prefix: key }).toString();
      const { body } = await send("Listing uploads", "GET", url.href);
      return body
        .toString()
        .split("<Upload>")
        .slice(1)
        .flatMap((each) => (textIn(each, "Key") === key ? [textIn(each, "UploadId") ?? ""] : []))
        .filter((id) => id !== "");
    },
  };
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
