import { z } from "zod";

/** What a command came by, an API key included. */
export type CredentialName = CredentialKind | "apiKey";

/** What somebody came by: a session, or what stands for one where there is none yet or nobody is signed in. */
export const credentialKinds = ["session", "password", "google", "mailedLink", "system", "operator"] as const;
export type CredentialKind = (typeof credentialKinds)[number];

/** `id` names a session; it is no secret, since a token is needed to use it. */
export const credentialSchema = z.object({ kind: z.enum(credentialKinds), id: z.uuid().optional() });
export type Credential = z.infer<typeof credentialSchema>;

/**
 * Who caused an event, by what way in. `userId` is null for what the system or an operator does. The events of one
 * command share its `commandId`. A command by an API key has `apiKeyId` in place of `credential`. Fields that older versions
 * did not record are absent.
 */
export const eventMetaSchema = z.object({
  userId: z.uuid().nullable(),
  via: z.enum(["graphql", "rest", "system", "demo", "operator"]),
  commandId: z.uuid().optional(),
  /** The workspace that the command was given in, where there was one. */
  workspaceId: z.uuid().optional(),
  credential: credentialSchema.optional(),
  apiKeyId: z.uuid().optional(),
});

export type EventMeta = z.infer<typeof eventMetaSchema>;

/** ISO 8601 in UTC with milliseconds, as `Date.toISOString` gives it. */
export const instant = z.iso.datetime({ precision: 3 });
