import { expect, it } from "vitest";
import { isLoopback, listensOnLoopback } from "./loopback.ts";

it.each(["localhost", "a.LOCALHOST", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1", "[::ffff:7f00:1]"])(
  "%s means this machine",
  (host) => {
    expect(isLoopback(host)).toBe(true);
  },
);

it.each(["localhost.example", "128.0.0.1", "127.0.0.1.example", "::", "0.0.0.0", "::ffff:8000:1", "::ffff:192.0.2.1"])(
  "%s doesn't",
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);

it("an address is listened on for this machine alone, a name only if it is localhost", () => {
  expect(["::ffff:127.0.0.1", "localhost", "127.0.0.1"].map(listensOnLoopback)).toEqual([true, true, true]);
  expect(["a.localhost", "0.0.0.0", "::"].map(listensOnLoopback)).toEqual([false, false, false]);
});
