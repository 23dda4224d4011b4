import { describe, expect, it } from "vitest";
import { cheapCost } from "../testing/passwords.ts";
import { createPasswords, hashPassword, passwordMatches, productionCost } from "./passwords.ts";

const cheap = createPasswords(cheapCost);

describe("passwords", () => {
  it("are hashed with Argon2id at the cost that is given", async () => {
    expect(await cheap.hash("right")).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await createPasswords(productionCost).hash("right")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("match hashes of every cost", async () => {
    for (const cost of [cheapCost, productionCost, { memoryCost: 64, timeCost: 3, parallelism: 2 }]) {
      const passwordHash = await hashPassword("right", cost);
      expect(await cheap.matches(passwordHash, "right")).toBe(true);
      expect(await cheap.matches(passwordHash, "wrong")).toBe(false);
      expect(await passwordMatches(passwordHash, "right")).toBe(true);
    }
  });

  it("match nothing without a hash, the decoy's password neither", async () => {
    expect(await cheap.matches(null, "right")).toBe(false);
    expect(await cheap.matches(null, "nobody has this password")).toBe(false);
  });
});
