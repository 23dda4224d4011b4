import { expect, test } from "vitest";
import { faultRun, faultTimeout } from "../faults/duration.ts";
import { runFaults } from "../faults/run.ts";

test("every answered click counts once in a cluster, whatever fails", faultTimeout, async () => {
  await expect(runFaults("cluster", faultRun)).resolves.toBeUndefined();
});
