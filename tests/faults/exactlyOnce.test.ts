import { expect, test } from "vitest";
import { oneHost, twoPorts } from "./door.ts";
import { faultRun, faultTimeout, isLong } from "./duration.ts";
import { runFaults } from "./run.ts";

/** Short runs use only one host with and without TLS; long runs use every door. */
const doors = [
  { where: "one host, over TLS and without", open: oneHost },
  ...(isLong ? [{ where: "two ports", open: twoPorts }] : []),
];

test.each(doors)(
  "every answered click counts once on one machine with $where, whatever fails",
  faultTimeout,
  async ({ open }) => {
    await expect(runFaults("one machine", faultRun, open)).resolves.toBeUndefined();
  },
);
