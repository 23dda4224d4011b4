import { ClickHouseError } from "@clickhouse/client";
import { statusOf } from "@hoplog/schema/errors.js";
import { describe, expect, it } from "vitest";
import { RateLimitError } from "../../../kernel/limits/rateLimitError.ts";
import { failureOf } from "./failures.ts";

const now = new Date("2026-11-24T10:59:00Z");
const refused = (code: string, type: string, message: string) =>
  failureOf(new ClickHouseError({ code, type, message }), now);

describe("a query that failed", () => {
  it("is told in ClickHouse's own words, without the name of its user", () => {
    const { error, outcome } = refused("497", "ACCESS_DENIED", "console_3: Not enough privileges, console_3. ");
    expect(outcome).toBe("refused");
    expect(error).toMatchObject({
      type: "VALIDATION_ERROR",
      message: "Not enough privileges, the console.  (ACCESS_DENIED)",
      details: { fields: [{ field: "query" }] },
    });
  });

  it("has an end, however long ClickHouse's words are", () => {
    expect(refused("62", "SYNTAX_ERROR", "x".repeat(100_000)).error?.message.length).toBeLessThan(2100);
  });

  it("is to be tried again where ClickHouse is busy, is away or lets nobody in", () => {
    for (const [code, type] of [
      ["202", "TOO_MANY_SIMULTANEOUS_QUERIES"],
      ["516", "AUTHENTICATION_FAILED"],
      ["236", "ABORTED"],
    ] as const) {
      const { error } = refused(code, type, "no");
      expect(error && statusOf(error), type).toBe(503);
    }
    const { error } = failureOf(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), now);
    expect(error && statusOf(error)).toBe(503);
  });

  it("of an hour that is used up comes again when that ends", () => {
    const { error } = refused("201", "QUOTA_EXCEEDED", "Quota for user `console_1`");
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ standing: { resetSeconds: 60 } });
    expect(error?.message).not.toContain("console_");
  });

  it("of a library within ClickHouse is the query's too", () => {
    const text = "Poco::Exception. Code: 1000, e.code() = 0, Not found: catboost_lib_path (version 26.7.2.1)\n";
    expect(failureOf(new Error(text), now).error).toMatchObject({
      type: "VALIDATION_ERROR",
      message: "Code: 1000, e.code() = 0, Not found: catboost_lib_path",
    });
  });

  it("is nobody's fault but ours otherwise", () => {
    expect(failureOf(new TypeError("a mistake"), now)).toEqual({ error: undefined, outcome: "broken" });
  });
});
