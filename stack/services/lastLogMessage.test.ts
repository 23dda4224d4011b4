import { expect, test } from "vitest";
import { lastLogMessage } from "./lastLogMessage.ts";

const line = (fields: object) => JSON.stringify({ service: "api", ...fields });

test.each([
  [
    "the reason of its end",
    [
      line({ level: "info", msg: "starting" }),
      line({
        level: "fatal",
        msg: "could not start",
        err: { message: "Postgres can't be reached\nat all", stack: "…" },
      }),
      line({ level: "warn", msg: "a late line" }),
    ],
    "could not start: Postgres can't be reached",
  ],
  ["an end without an error", [line({ level: "fatal", msg: "given up" })], "given up"],
  ["what is no JSON", ["something", "api: DATABASE_URL is missing"], "api: DATABASE_URL is missing"],
  ["nothing", [], null],
])("a log ends with %s", (_, lines, expected) => {
  expect(lastLogMessage(lines)).toBe(expected);
});
