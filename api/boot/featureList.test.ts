import { recordOf } from "@hoplog/schema/recordOf.js";
import { expect, it } from "vitest";
import type { RunningFeature } from "../kernel/calls/feature.ts";
import { featureList } from "./featureList.ts";

interface Base {
  readonly log: string[];
}

/** A feature that records its start and stop, and provides its own name as a service. */
function part<const Name extends string, Needed extends string = never>(
  name: Name,
  { needs = [], fails }: { readonly needs?: readonly Needed[]; readonly fails?: "starting" | "stopping" } = {},
): RunningFeature<unknown, Base & Readonly<Record<Needed, string>>, Readonly<Record<Name, string>>> {
  return {
    async start(base) {
      const found: Readonly<Record<Needed, string>> = base;
      base.log.push(`${name} starts with ${needs.map((needed) => found[needed]).join(" ")}`);
      if (fails === "starting") throw new Error(`${name} does not start`);
      return {
        services: recordOf([name], () => name),
        async stop() {
          base.log.push(`${name} stops`);
          if (fails === "stopping") throw new Error(`${name} does not stop`);
        },
      };
    },
  };
}

const names = ["alpha", "beta"] as const;

it("starts features one after the other, each with what those before it offer, and stops them the other way round", async () => {
  const list = featureList<Base>()
    .starting(part("alpha"))
    .with({ readTables: ["table"] })
    .starting(part("beta", { needs: ["alpha"] }))
    .starting(part("gamma", { needs: names }));
  expect(list.features.map(({ readTables }) => readTables)).toEqual([undefined, ["table"], undefined, undefined]);
  const log: string[] = [];
  const stack = new AsyncDisposableStack();
  const services = await list.start({ log }, stack);
  expect(services).toEqual({ log, alpha: "alpha", beta: "beta", gamma: "gamma" });
  await stack.disposeAsync();
  expect(log).toEqual([
    "alpha starts with ",
    "beta starts with alpha",
    "gamma starts with alpha beta",
    "gamma stops",
    "beta stops",
    "alpha stops",
  ]);
});

it("knows by types what a feature may use: a later one's is not there yet", () => {
  const list = featureList<Base>();
  // @ts-expect-error: nobody before it offers alpha.
  expect(list.starting(part("beta", { needs: ["alpha"] })).features).toHaveLength(1);
  // @ts-expect-error: a feature that starts something would not be started.
  expect(list.with(part("alpha")).features).toHaveLength(1);
});

it("stops what has started when a later feature fails", async () => {
  const list = featureList<Base>()
    .starting(part("alpha"))
    .starting(part("beta"))
    .starting(part("gamma", { fails: "starting" }))
    .starting(part("delta"));
  const log: string[] = [];
  const start = async () => {
    await using stack = new AsyncDisposableStack();
    await list.start({ log }, stack);
  };
  await expect(start()).rejects.toThrow("gamma does not start");
  expect(log.slice(2)).toEqual(["gamma starts with ", "beta stops", "alpha stops"]);
});

it("stops the others when one does not stop", async () => {
  const list = featureList<Base>()
    .starting(part("alpha"))
    .starting(part("beta", { fails: "stopping" }));
  const log: string[] = [];
  const stack = new AsyncDisposableStack();
  await list.start({ log }, stack);
  await expect(stack.disposeAsync()).rejects.toThrow("beta does not stop");
  expect(log.at(-1)).toBe("alpha stops");
});
