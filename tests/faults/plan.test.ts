import { expect, test } from "vitest";
import { drainMs, planFaults } from "./plan.ts";
import { ways } from "./ways.ts";

test.each(["one machine", "cluster"] as const)(
  "on %s no redirector is killed while it may hold clicks in memory alone, whatever the seed",
  (way) => {
    const { parts, engines } = ways[way];
    for (let seed = 0; seed < 500; seed++) {
      const planned = planFaults({ seed, parts, engines, durationMs: 45_000, freezeMs: 4000, killEveryMs: 3000 });
      const fills = planned.filter(({ kind }) => kind === "fill");
      const kills = planned.filter(({ kind, part }) => kind === "kill" && part.startsWith("redirector"));
      expect(fills.length).toBeGreaterThan(0);
      for (const { at, lasts } of fills)
        expect(kills.filter((kill) => kill.at >= at && kill.at <= at + lasts + drainMs)).toEqual([]);
    }
  },
);
