import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";

/** A failed S3 request. The message can be shown to the owner, and contains no secret. */
export class S3Failure extends Error {
  /** S3's error code; empty without a response, or without one in S3's format. */
  readonly code: string;
  readonly status: number;

  constructor(
    message: string,
    { code = "", status = 0, cause }: { code?: string; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "S3Failure";
    this.code = code;
    this.status = status;
  }
}

const known: Readonly<Record<string, string>> = {
  AccessDenied: "Access denied: the key may not do this in this bucket",
  InvalidAccessKeyId: "The access key id is not known there",
  SignatureDoesNotMatch: "The secret does not fit the access key id",
  NoSuchBucket: "There is no such bucket",
  PermanentRedirect: "The bucket is in another region, or at another endpoint",
  TemporaryRedirect: "The bucket is not reached at this endpoint yet",
  AuthorizationHeaderMalformed: "The region is another one",
  RequestTimeTooSkewed: "The clocks of the two servers differ by more than 15 minutes",
  SlowDown: "The server asks us to slow down",
  ServiceUnavailable: "The server is not available just now",
  InternalError: "The server has failed",
  QuotaExceeded: "The bucket is full",
};

/** Builds the failure of an error response, which only shows S3's code. */
export function failureOfAnswer(what: string, status: number, body: string): S3Failure {
  const code = textIn(body, "Code") ?? "";
  const plainCode = /^[A-Za-z0-9]{1,64}$/.test(code) ? code : "";
  const reason = known[plainCode] ?? byStatus(status);
  return new S3Failure(`${what}: ${reason} (HTTP ${status}${plainCode && `, ${plainCode}`})`, {
    code: plainCode,
    status,
  });
}

function byStatus(status: number): string {
  if (status >= 300 && status < 400) return "The server sends us to another address, where we don't follow";
  if (status === 403) return "Access denied";
  if (status === 404) return "Not found: is the bucket's name right?";
  if (status >= 500) return "The server has failed";
  return "The server refuses it";
}

/** Builds the failure of a request without a response. */
export function failureOfRequest(what: string, error: unknown): S3Failure {
  if (!(error instanceof OutgoingError)) throw error;
  return new S3Failure(`${what}: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: OutgoingError): string {
  if (error.failure === "address" || error.failure === "name")
    return "The endpoint is not a public address, or its name can't be resolved (DNS)";
  if (error.failure !== "network") return error.message;
  const code = codeOf(error.cause) ?? "";
  if (code === "ECONNREFUSED") return "The endpoint refuses the connection: nothing listens there";
  if (/CERT|SSL|TLS|EPROTO|UNABLE_TO/.test(code)) return `No secure connection (TLS): ${code}`;
  if (/TIMEOUT|TIMEDOUT/.test(code)) return "The endpoint doesn't answer";
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE/.test(code)) return "The connection was broken off by the other side";
  return error.message;
}

/** Returns the first code in a chain of causes; Happy Eyeballs aggregates several errors. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeOf(inner, depth + 1);
}

/** Returns the text of the first element with a name; sufficient for S3's simple responses. */
export function textIn(xml: string, element: string): string | undefined {
  const found = new RegExp(`<${element}>([^<]{0,2000})</${element}>`).exec(xml)?.[1];
  return found?.replace(/&(amp|lt|gt|quot|apos|#34|#39);/g, (entity) => entities[entity] ?? entity).trim();
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
  "&#34;": '"',
  "&#39;": "'",
};
