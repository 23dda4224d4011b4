import { z } from "zod";

/** How a command was authenticated, including by an API key. */
export type CredentialName = CredentialKind | "apiKey";

/** How a command without an API key was authenticated: by a session, or by a substitute if there is no session. */
export const credentialKinds = ["session", "password", "google", "mailedLink", "system", "operator"] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** `id` identifies a session; it is not secret, because using the session requires a token. */
export const credentialSchema = z.object({ kind: z.enum(credentialKinds), id: z.uuid().optional() });
export type Credential = z.infer<typeof credentialSchema>;

/**
 * Who caused an event, and through which interface. `userId` is null for actions of the system or an operator. All
 * events of a command have the same `commandId`. A command with an API key has `apiKeyId` instead of `credential`.
 * Fields that older versions did not record are absent.
 */
export const eventMetaSchema = z.object({
  userId: z.uuid().nullable(),
  via: z.enum(["graphql", "rest", "system", "demo", "operator"]),
  commandId: z.uuid().optional(),
  /** The workspace in which the command was given, if any. */
  workspaceId: z.uuid().optional(),
  credential: credentialSchema.optional(),
  apiKeyId: z.uuid().optional(),
});

export type EventMeta = z.infer<typeof eventMetaSchema>;

/** ISO 8601 in UTC with milliseconds, in the format of `Date.toISOString`. */
export const instant = z.iso.datetime({ precision: 3 });
