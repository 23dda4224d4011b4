import { hashPassword } from "@hoplog/platform/passwords/passwords.js";
import { cheapCost } from "@hoplog/platform/testing/passwords.js";
import { beforeAll, describe, expect, it } from "vitest";
import { createPasswordCheck, defaultPasswordCheckLimits, type PasswordCheckLimits } from "./passwordCheck.ts";

let passwordHash: string;
beforeAll(async () => {
  passwordHash = await hashPassword("right", cheapCost);
});

/** Returns the address 198.51.<network>.<host>. */
const ipv4 = (host: number, network = 100): string =>
  `00000000000000000000ffffc633${[network, host].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;

function open(limits: Partial<PasswordCheckLimits> = {}) {
  const check = createPasswordCheck({ ...defaultPasswordCheckLimits, slowMs: 0, ...limits });
  return async (password: string, address: number | string = 1, linkId = "a") => {
    const from = typeof address === "string" ? address : ipv4(address);
    return (await check({ linkId, address: from, passwordHash, password })).outcome;
  };
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

  it("refuses an address that has been wrong once, and no other, while its link or its network is guessed at", async () => {
    for (const limit of [{ wrongAtLink: 3 }, { wrongFromNetwork: 3 }]) {
      const check = open(limit);
      for (const address of [1, 2, 3]) expect(await check("wrong", address)).toBe("wrong");
      expect(await check("right", 1)).toBe("too many");
      expect(await check("right", 4)).toBe("right");
      expect([await check("wrong", 5), await check("right", 5)]).toEqual(["wrong", "too many"]);
      expect(await check("right", ipv4(1, 101))).toBe("right");
      expect(await check("right", 1, "b")).toBe("right");
    }
  });

  it("counts those of an address that come at once", async () => {
    const check = open({ wrongFromAddress: 3, maxConcurrent: 4 });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => check("wrong")));
    expect(outcomes.toSorted()).toEqual(["too many", "too many", "too many", "wrong", "wrong", "wrong"]);
    expect(await check("right", 7)).toBe("right");
  });

  it("takes tries of a network that was wrong too often one after the other, and slowly", async () => {
    const slowMs = 50;
    const check = open({ wrongFromNetwork: 2, slowMs, maxSlowed: 3 });
    const line = (n: number) => `20010db80001${n.toString(16).padStart(4, "0")}${"0".repeat(16)}`;
    for (const n of [1, 2]) expect(await check("wrong", line(n))).toBe("wrong");
    const begun = performance.now();
    const outcomes = await Promise.all([3, 4, 5, 6].map((n) => check("right", line(n))));
    expect(performance.now() - begun).toBeGreaterThan(3 * slowMs - 5);
    expect(outcomes).toEqual(["right", "right", "right", "busy"]);
    // Correct passwords are not counted.
    expect(await check("right", line(3))).toBe("right");
  });

  it("forgets them after their time", async () => {
    const check = open({ wrongFromAddress: 1, seconds: 1 });
    expect([await check("wrong"), await check("right")]).toEqual(["wrong", "too many"]);
    await expect.poll(() => check("right")).toBe("right");
  });

  it("lets only so many wait, first tries before others and with room of their own", async () => {
    const check = open({ maxConcurrent: 1, maxLater: 1, maxFirst: 2 });
    for (const address of [1, 2, 3]) expect(await check("wrong", address)).toBe("wrong");
    const order: number[] = [];
    const outcomes = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7].map(async (address) => {
        const outcome = await check("right", address);
        if (outcome === "right") order.push(address);
        return outcome;
      }),
    );
    expect(outcomes).toEqual(["right", "right", "busy", "right", "right", "right", "busy"]);
    expect(order).toEqual([1, 4, 5, 6, 2]);
  });

  it("keeps one address from filling the room with tries at many links", async () => {
    const check = open({ maxConcurrent: 1, maxOfAddress: 2 });
    const outcomes = await Promise.all(["a", "b", "c"].map((linkId) => check("right", 1, linkId)));
    expect(outcomes).toEqual(["right", "right", "busy"]);
    expect(await check("right", 1, "c")).toBe("right");
  });
});
