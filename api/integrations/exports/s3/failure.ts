import { OutgoingError } from "@hoplog/platform/outgoing/outgoingError.js";

/** A failed S3 request. The message is shown to the owner, and contains no secret. */
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
  AccessDenied: "Access denied: the access key does not permit this in the bucket",
  InvalidAccessKeyId: "The server does not know this access key ID",
  SignatureDoesNotMatch: "The secret access key does not match the access key ID",
  NoSuchBucket: "The bucket does not exist",
  PermanentRedirect: "The bucket is in another region, or at another endpoint",
  TemporaryRedirect: "The bucket is not available at this endpoint yet",
  AuthorizationHeaderMalformed: "The region is wrong",
  RequestTimeTooSkewed: "The clocks of the two servers differ by more than 15 minutes",
  SlowDown: "The server limits the request rate",
  ServiceUnavailable: "The server is temporarily unavailable",
  InternalError: "The server failed",
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
  if (status >= 300 && status < 400) return "The server redirects to another address; redirects are not followed";
  if (status === 403) return "Access denied";
  if (status === 404) return "Not found: check the name of the bucket";
  if (status >= 500) return "The server failed";
  return "The server rejected the request";
}

/** Builds the failure of a request without a response. */
export function failureOfRequest(what: string, error: unknown): S3Failure {
  if (!(error instanceof OutgoingError)) throw error;
  return new S3Failure(`${what}: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: OutgoingError): string {
  if (error.failure === "address" || error.failure === "name")
    return "The endpoint is not a public address, or its host name cannot be resolved";
  if (error.failure !== "network") return error.message;
  const code = codeOf(error.cause) ?? "";
  if (code === "ECONNREFUSED") return "The endpoint refuses connections: check the port";
  if (/CERT|SSL|TLS|EPROTO|UNABLE_TO/.test(code)) return `Cannot establish a TLS connection: ${code}`;
  if (/TIMEOUT|TIMEDOUT/.test(code)) return "The endpoint does not respond";
  if (/ECONNRESET|UND_ERR_SOCKET|EPIPE/.test(code)) return "The server closed the connection";
  return error.message;
}

/** Returns the first code in a chain of causes; Happy Eyeballs aggregates several errors. */
function codeOf(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return codeOf(inner, depth + 1);
}

/** Returns the text of the first element of that name, or undefined. Parses only simple XML such as S3's responses. */
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
