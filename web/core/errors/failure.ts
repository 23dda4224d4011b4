import { CombinedGraphQLErrors, ServerError, ServerParseError } from "@apollo/client/errors";
import type { ErrorDetails, ErrorType } from "@hoplog/schema/errors.js";
import { errorTypes } from "@hoplog/schema/errors.js";
import { readChallenge } from "./challenge.ts";

export type FailureType = ErrorType | "NETWORK_ERROR" | "GENERAL_ERROR";

/** Any failed call in a uniform shape. `message` is never empty and may be shown to users. */
export interface Failure {
  readonly type: FailureType;
  readonly message: string;
  readonly details: ErrorDetails;
  /** False if `message` is the client's own because the server sent none; a screen may then replace it. */
  readonly fromServer: boolean;
}

const textOfStatus: Readonly<Record<number, string>> = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Access denied",
  404: "Resource not found",
  409: "Conflict occurred",
  422: "Validation failed",
  429: "Too many requests. Please try again later.",
  500: "Internal server error. Please try again later.",
};

const networkText = "Network error. Please check your connection.";

/** Converts any thrown value: GraphQL errors, HTTP errors with or without a structured body, lost connections. */
export function failureOf(error: unknown): Failure {
  if (CombinedGraphQLErrors.is(error)) return fromGraphQL(error.errors[0]) ?? general(error.message, true);
  if (ServerError.is(error)) return fromBody(error.statusCode, error.bodyText);
  if (ServerParseError.is(error)) return fromBody(error.statusCode, error.bodyText);
  if (isLostConnection(error)) return { type: "NETWORK_ERROR", message: networkText, details: {}, fromServer: false };
  if (error instanceof Error && error.message !== "") return general(error.message, false);
  return general("An unexpected error occurred.", false);
}

/** Returns the server's message if it sent one, otherwise `fallback`; a lost connection always has its own message. */
export function messageOr(error: unknown, fallback: string): string {
  const failure = failureOf(error);
  return failure.fromServer || failure.type === "NETWORK_ERROR" ? failure.message : fallback;
}

export function isAuthenticationFailure(error: unknown): boolean {
  return failureOf(error).type === "AUTHENTICATION_ERROR";
}

function general(message: string, fromServer: boolean): Failure {
  return { type: "GENERAL_ERROR", message: message || "An unexpected error occurred.", details: {}, fromServer };
}

function fromGraphQL(error: unknown): Failure | null {
  if (!isObject(error)) return null;
  const extensions = isObject(error.extensions) ? error.extensions : {};
  const message = typeof error.message === "string" ? error.message : "";
  return {
    type: typeOf(extensions.type ?? extensions.code),
    message: message || "An error occurred",
    details: detailsOf(extensions.details),
    fromServer: message !== "",
  };
}

function fromBody(status: number, bodyText: string): Failure {
  const body = parsed(bodyText);
  if (isObject(body) && Array.isArray(body.errors)) {
    const structured = fromGraphQL(body.errors[0]);
    if (structured)
      return structured.type === "GENERAL_ERROR" ? { ...structured, type: typeOfStatus(status) } : structured;
  }
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const message = [error.message, isObject(body) ? body.message : null].find(
    (text) => typeof text === "string" && text,
  );
  const type = typeOf(error.type);
  return {
    type: type === "GENERAL_ERROR" ? typeOfStatus(status) : type,
    message: typeof message === "string" ? message : (textOfStatus[status] ?? "An error occurred"),
    details: detailsOf(error.details),
    fromServer: typeof message === "string",
  };
}

function typeOf(value: unknown): FailureType {
  return errorTypes.find((type) => type === value) ?? "GENERAL_ERROR";
}

function typeOfStatus(status: number): FailureType {
  if (status === 401) return "AUTHENTICATION_ERROR";
  return status === 429 ? "RATE_LIMIT_ERROR" : "GENERAL_ERROR";
}

function detailsOf(value: unknown): ErrorDetails {
  if (!isObject(value)) return {};
  const challenge = readChallenge(value.challenge);
  const fields = Array.isArray(value.fields)
    ? value.fields.flatMap((entry: unknown) =>
        isObject(entry) && typeof entry.field === "string" && typeof entry.message === "string"
          ? [{ field: entry.field, message: entry.message }]
          : [],
      )
    : [];
  return {
    ...(typeof value.field === "string" ? { field: value.field } : {}),
    ...(fields.length > 0 ? { fields } : {}),
    ...(value.confirm === true ? { confirm: true } : {}),
    ...(challenge && { challenge }),
    ...(typeof value.requestId === "string" ? { requestId: value.requestId } : {}),
  };
}

/** fetch rejects with a TypeError if there was no response, a TimeoutError if it was late, an AbortError if aborted. */
function isLostConnection(error: unknown): boolean {
  if (error instanceof TypeError) return true;
  return isObject(error) && (error.name === "TimeoutError" || error.name === "AbortError");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
