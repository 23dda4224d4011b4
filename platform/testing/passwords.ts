import type { HashCost } from "../passwords/passwords.ts";

/** The least that argon2 takes: for accounts and links of tests that prove nothing about hashing. */
export const cheapCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
