import type { components, operations } from "./generated/openapi.ts";

export { createClient, type Client } from "./client/createClient.ts";
export type { CallOptions, ClientOptions, TokenSource } from "./transport/options.ts";
export {
  AuthenticationError,
  AuthorizationError,
  ConflictError,
  ConnectionError,
  HoplogError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  ValidationError,
} from "./errors/errors.ts";
export type { ErrorDetails, FieldError } from "./errors/errors.ts";
export type { Page, Paged } from "./paging/paged.ts";
export type { LiveMessage } from "./live/follow.ts";
export type { Download } from "./files/download.ts";
export { uploadImportFile, type UploadOptions } from "./files/uploadImportFile.ts";
export {
  verifyWebhook,
  WebhookVerificationError,
  type VerifiedWebhook,
  type WebhookHeaders,
  type VerifyOptions,
} from "./webhooks/verifyWebhook.ts";
export type * from "./generated/calls.ts";
/** The API's types by name: `Schemas["Link"]`. */
export type Schemas = components["schemas"];
export type { components, operations };
