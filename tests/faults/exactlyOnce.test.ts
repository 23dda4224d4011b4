import { expect, test } from "vitest";
import { faultRun, faultTimeout } from "./duration.ts";
import { runFaults } from "./run.ts";

test("every answered click counts once on one machine, whatever fails", faultTimeout, async () => {
  await expect(runFaults("one machine", faultRun)).resolves.toBeUndefined();
});
