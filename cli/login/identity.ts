import { AuthorizationError, createClient, NotFoundError } from "@hoplog/sdk";

/** The user and key of a token, as far as the token may read them. */
export interface Identity {
  readonly user: { readonly name: string; readonly email: string } | null;
  /** The API key; null for a session's token. */
  readonly key: { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: string | null } | null;
}

/** Looks up a token's identity. Rejects with an AuthenticationError if the token is invalid. */
export async function identityOf(url: string, token: string, signal: AbortSignal): Promise<Identity> {
  const client = createClient({ url, token });
  const [key, user] = await Promise.all([
    client.apiKeys.current({ signal }).catch(unless(NotFoundError)),
    client.account.profile({ signal }).catch(unless(AuthorizationError)),
  ]);
  return {
    user: user && { name: user.name, email: user.email },
    key: key && { name: key.name, scopes: key.scopes, expiresAt: key.expiresAt },
  };
}

function unless(kind: typeof NotFoundError | typeof AuthorizationError) {
  return (error: unknown): null => {
    if (error instanceof kind) return null;
    throw error;
  };
}

/**
 * Describes the key's account, beginning with the email address, because users choose their names freely. Null if the
 * key has no permission to read the account.
 */
export function accountOf({ user }: Identity): string | null {
  return user && `${user.email} (called ${JSON.stringify(user.name)})`;
}

export function nameOf({ user, key }: Identity): string {
  const until = key?.expiresAt ? ` until ${key.expiresAt.slice(0, 10)}` : "";
  const by = key ? `the key "${key.name}"${until}` : "";
  if (!user) return by || "somebody";
  return `${user.name} <${user.email}>${by && `, by ${by}`}`;
}
