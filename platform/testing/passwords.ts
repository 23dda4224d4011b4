import type { HashCost } from "../passwords/passwords.ts";

/** The lowest cost that argon2 allows, for accounts and links in tests that are not about hashing. */
export const cheapCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
