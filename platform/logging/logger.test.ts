import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

function capture() {
  const lines: string[] = [];
  return { lines, write: (line: string) => void lines.push(line) };
}

it("writes one JSON object a line, with service, level and time", () => {
  const out = capture();
  createLogger("api", "info", out).info({ linkId: "x" }, "created");
  expect(out.lines).toHaveLength(1);
  expect(JSON.parse(out.lines[0] ?? "")).toMatchObject({
    service: "api",
    level: "info",
    msg: "created",
    linkId: "x",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

it("blanks secrets at every usual depth", () => {
  const out = capture();
  createLogger("api", "info", out).info({
    password: "s3cret",
    user: { refreshToken: "s3cret" },
    req: { headers: { authorization: "Bearer s3cret", cookie: "a=s3cret", "set-cookie": "s3cret" } },
    body: { input: { deep: { newPassword: "s3cret" } } },
  });
  expect(out.lines.join("")).not.toContain("s3cret");
  expect(out.lines.join("")).toContain("[redacted]");
});

it("keeps quiet below its level", () => {
  const out = capture();
  createLogger("api", "warn", out).info("nothing");
  expect(out.lines).toEqual([]);
});

it("logs a driver's failure without its whole client", () => {
  const out = capture();
  const err = Object.assign(new Error("Connection terminated"), { code: "57P01", client: { host: "of-the-client" } });
  createLogger("api", "info", out).error({ err }, "failed");
  expect(JSON.parse(out.lines[0] ?? "")).toMatchObject({
    err: {
      type: "Error",
      message: "Connection terminated",
      code: "57P01",
      stack: expect.stringContaining("logger.test"),
    },
  });
  expect(out.lines[0]).not.toContain("of-the-client");
});

it.each([null, "a text", { code: 7 }])("writes a line whose failure is none: %j", (err) => {
  const out = capture();
  createLogger("api", "info", out).error({ err }, "damaged");
  expect(JSON.parse(out.lines[0] ?? "")).toMatchObject({ err, msg: "damaged" });
});
