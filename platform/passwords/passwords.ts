import { hash, verify } from "@node-rs/argon2";

/** Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const settings = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), settings);
}

/** With no hash (there is no such account, say) it takes as long as with one, and says no. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash("nobody has this password", settings);
  const matches = await verify(passwordHash ?? (await decoy), password.normalize("NFKC"));
  return matches && passwordHash !== null;
}

let decoy: Promise<string> | undefined;
