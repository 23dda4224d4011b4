import { expect, it } from "vitest";
import { withFormerNames } from "./formerNames.ts";

const former = { METRICS_PORT: ["OPS_PORT", "INGEST_PORT"] };

it.each([
  [{ OPS_PORT: "1" }, "1"],
  [{ OPS_PORT: "", INGEST_PORT: "2" }, "2"],
  [{ OPS_PORT: "1", METRICS_PORT: "3" }, "3"],
  [{ OPS_PORT: "1", METRICS_PORT: "" }, "1"],
  [{ OTHER: "1" }, undefined],
])("reads %j as %s", (env, port) => {
  expect(withFormerNames(env, former)["METRICS_PORT"]).toBe(port);
});
