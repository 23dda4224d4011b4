import { AuthorizationError, createClient, NotFoundError } from "@hoplog/sdk";

/** Who acts with a key or a token, as far as it may say so. */
export interface Identity {
  readonly user: { readonly name: string; readonly email: string } | null;
  /** Null for the token of a session. */
  readonly key: { readonly name: string; readonly scopes: readonly string[]; readonly expiresAt: string | null } | null;
}

/** Rejects with an AuthenticationError where it is no key (any more). */
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

/** Whose key it is, the address first: anybody can be called anything. Null where the key may not say so. */
export function accountOf({ user }: Identity): string | null {
  return user && `${user.email} (called ${JSON.stringify(user.name)})`;
}

export function nameOf({ user, key }: Identity): string {
  const until = key?.expiresAt ? ` until ${key.expiresAt.slice(0, 10)}` : "";
  const by = key ? `the key "${key.name}"${until}` : "";
  if (!user) return by || "somebody";
  return `${user.name} <${user.email}>${by && `, by ${by}`}`;
}
