import { describe, expect, it } from "vitest";
import type { LinkJobFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { jobText } from "./jobTexts.ts";

const job: LinkJobFieldsFragment = {
  id: "0199d1c2-0000-7000-8000-000000000001",
  undoes: null,
  fields: ["isActive"],
  isActive: false,
  state: "running",
  total: 1200,
  done: 40,
  unchanged: 2,
  failed: 8,
  canUndo: false,
};

describe("what a job says", () => {
  it.each<[Partial<LinkJobFieldsFragment>, string]>([
    [{}, "Deactivating 1,200 URLs: 50 done"],
    [{ state: "waiting", done: 0, unchanged: 0, failed: 0, isActive: true }, "Activating 1,200 URLs: 0 done"],
    [{ state: "done" }, "40 of 1,200 URLs deactivated, 2 unchanged, 8 failed"],
    [{ state: "cancelled", unchanged: 0, failed: 0 }, "40 of 1,200 URLs deactivated, then stopped"],
    [{ fields: ["groupId"], isActive: null }, "Moving 1,200 URLs: 50 done"],
    [
      { fields: ["delete"], isActive: null, state: "done", total: 1, done: 1, unchanged: 0, failed: 0 },
      "1 of 1 URL deleted",
    ],
    [
      { undoes: "0199d1c2-0000-7000-8000-000000000002", state: "done" },
      "40 of 1,200 URLs set back, 2 unchanged, 8 failed",
    ],
    [{ fields: ["groupId", "isActive"] }, "Changing 1,200 URLs: 50 done"],
  ])("%j is %s", (changed, text) => {
    expect(jobText({ ...job, ...changed })).toBe(text);
  });
});
