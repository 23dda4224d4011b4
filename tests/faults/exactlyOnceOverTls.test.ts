import { expect, test } from "vitest";
import { oneHostWithTls } from "./door.ts";
import { faultRun, faultTimeout } from "./duration.ts";
import { runFaults } from "./run.ts";

test(
  "every click answered over TLS counts once on one host for app and short links, whatever fails",
  faultTimeout,
  async () => {
    await expect(runFaults("one machine", faultRun, oneHostWithTls)).resolves.toBeUndefined();
  },
);
