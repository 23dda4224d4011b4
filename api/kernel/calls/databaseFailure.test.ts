import { ClickHouseError } from "@clickhouse/client";
import { describe, expect, it } from "vitest";
import { databaseFailure } from "./databaseFailure.ts";

const coded = (code: string, message = "") => Object.assign(new Error(message), { code });
const clickHouse = (code: string, type: string) => new ClickHouseError({ code, type, message: "of ClickHouse" });

describe("the failure of a database", () => {
  it.each([
    ["Postgres' full disk", coded("53100")],
    ["ClickHouse's full disk", clickHouse("243", "NOT_ENOUGH_SPACE")],
  ])("by %s is an alarm", (_, error) => {
    expect(databaseFailure(new Error("wrapped", { cause: error }))).toMatchObject({
      error: { retryAfter: 5, message: expect.stringContaining("disk space") },
      log: expect.stringContaining("ALARM"),
    });
  });

  it.each([
    ["a refused connection", coded("ECONNREFUSED")],
    ["a wrapped one", new Error("wrapped", { cause: coded("ECONNRESET") })],
    ["a shutdown", coded("57P01")],
    ["a start", coded("57P03")],
    ["too many connections", coded("53300")],
    ["a lost connection", coded("08006")],
    ["a statement beyond its time", coded("57014")],
    ["the driver's patience", new Error("timeout exceeded when trying to connect")],
    ["a connection that ended", new Error("Connection terminated unexpectedly")],
    ["a ClickHouse that shuts down", clickHouse("236", "ABORTED")],
  ])("by %s is one of a database that is away", (_, error) => {
    expect(databaseFailure(error)?.error.message).toBe(
      "A database is temporarily unavailable. Please try again in a moment.",
    );
  });

  it.each([
    ["its limit of time", clickHouse("159", "TIMEOUT_EXCEEDED")],
    ["too many queries", clickHouse("202", "TOO_MANY_SIMULTANEOUS_QUERIES")],
    ["its limit of memory", clickHouse("241", "MEMORY_LIMIT_EXCEEDED")],
    ["the client's patience", new Error("Timeout error.")],
  ])("by %s is one of a slow ClickHouse", (_, error) => {
    expect(databaseFailure(error)?.error.message).toContain("overloaded");
  });

  it.each([
    ["a constraint", coded("23505")],
    ["wrong SQL", clickHouse("62", "SYNTAX_ERROR")],
    ["a fault of ours", new TypeError("undefined is not a function")],
    ["no error at all", "57P01"],
  ])("is none in %s", (_, error) => {
    expect(databaseFailure(error)).toBeNull();
  });
});
