import { hash, verify } from "@node-rs/argon2";

/** The cost of one hash: memory in KiB, passes over the memory, and lanes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
export const productionCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * Compares a password with a hash. Without a hash (for example if the account doesn't exist) the comparison takes as
   * long and returns false.
   */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

/**
 * Creates functions that hash and compare passwords; new hashes have the given cost, and hashes of any other cost still
 * match.
 */
export function createPasswords(cost: HashCost): Passwords {
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => hashPassword(password, cost),
    async matches(passwordHash, password) {
      if (passwordHash !== null) return passwordMatches(passwordHash, password);
      decoy ??= hashPassword("nobody has this password", cost);
      await passwordMatches(await decoy, password);
      return false;
    },
  };
}

/** Hashes a password with a new salt; the hash includes its cost. */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/**
 * Returns whether a password matches a hash, at the cost included in the hash. Throws if `passwordHash` is not a hash.
 */
export async function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize("NFKC"));
}
