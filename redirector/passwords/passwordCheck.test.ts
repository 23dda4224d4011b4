import { hashPassword } from "@hoplog/platform/passwords/passwords.js";
import { beforeAll, describe, expect, it } from "vitest";
import { createPasswordCheck, defaultPasswordCheckLimits, type PasswordCheckLimits } from "./passwordCheck.ts";

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword("right");
});

function open(limits: Partial<PasswordCheckLimits> = {}) {
  const check = createPasswordCheck({ ...defaultPasswordCheckLimits, ...limits });
  const ipv4 = (n: number): string => `00000000000000000000ffffc63364${n.toString(16).padStart(2, "0")}`;
  return async (password: string, address = 1, linkId = "a") =>
    (await check({ linkId, address: ipv4(address), passwordHash, password })).outcome;
}

describe("checking passwords of links", () => {
  it("counts wrong ones alone, by address and link", async () => {
    const check = open({ wrongFromAddress: 2 });
    for (let i = 0; i < 5; i++) expect(await check("right")).toBe("right");
    expect([await check("wrong"), await check("right"), await check("wrong")]).toEqual(["wrong", "right", "wrong"]);
    expect(await check("right")).toBe("too many");
    expect(await check("right", 2)).toBe("right");
    expect(await check("right", 1, "b")).toBe("right");
  });

  it("counts those of a link from everywhere, at the same time too", async () => {
    const check = open({ wrongAtLink: 3, maxConcurrent: 4 });
    const outcomes = await Promise.all([1, 2, 3, 4, 5, 6].map((address) => check("wrong", address)));
    expect(outcomes.toSorted()).toEqual(["too many", "too many", "too many", "wrong", "wrong", "wrong"]);
    expect(await check("right", 7)).toBe("too many");
    expect(await check("right", 7, "b")).toBe("right");
  });

  it("forgets them after their time", async () => {
    const check = open({ wrongFromAddress: 1, seconds: 1 });
    expect([await check("wrong"), await check("right")]).toEqual(["wrong", "too many"]);
    await expect.poll(() => check("right"), { timeout: 10_000 }).toBe("right");
  });

  it("lets only so many wait, and those who may not try at all do not wait with them", async () => {
    const check = open({ maxConcurrent: 1, maxWaiting: 2, wrongFromAddress: 1 });
    expect(await check("wrong", 9)).toBe("wrong");
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, (_, i) => check("right", i + 1)),
      check("right", 9),
    ]);
    expect(outcomes).toEqual(["right", "right", "right", "busy", "busy", "too many"]);
    expect(await check("right")).toBe("right");
  });
});
