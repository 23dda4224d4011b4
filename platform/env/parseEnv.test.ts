import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EnvError, parseEnv } from "./parseEnv.ts";
import {
  bindAddress,
  cidrList,
  count,
  databaseName,
  host,
  httpUrl,
  kafkaBrokers,
  logLevel,
  onOff,
  port,
  postgresUrl,
  redisUrl,
} from "./pieces.ts";

const schema = z.object({
  APP_PORT: port.default(3000),
  HOST: host.default("127.0.0.1"),
  DATABASE_URL: postgresUrl,
  RATE_LIMITS: onOff.default(true),
  TRUSTED_PROXIES: cidrList.default([]),
});
const databaseUrl = "postgres://u:p@127.0.0.1:5432/d";

function problemsOf(env: NodeJS.ProcessEnv): readonly { variable: string; problem: string }[] {
  try {
    parseEnv(schema, env);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
  }
  throw new Error("expected an EnvError");
}

describe("parseEnv", () => {
  it("reads values and fills defaults", () => {
    const env = { APP_PORT: "8080", DATABASE_URL: databaseUrl, RATE_LIMITS: "off", OTHER: "x" };
    expect(parseEnv(schema, env)).toEqual({
      APP_PORT: 8080,
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      RATE_LIMITS: false,
      TRUSTED_PROXIES: [],
    });
  });

  it("takes an empty value as not set", () => {
    expect(parseEnv(schema, { APP_PORT: "", DATABASE_URL: databaseUrl }).APP_PORT).toBe(3000);
  });

  it("lists every bad variable at once, without its value", () => {
    const env = { APP_PORT: "70000", HOST: "not a host", RATE_LIMITS: "hunter2" };
    expect(problemsOf(env)).toEqual([
      { variable: "APP_PORT", problem: "expected a port number, 1 to 65535" },
      { variable: "HOST", problem: "expected an IP address or a host name" },
      { variable: "DATABASE_URL", problem: "must be set" },
      { variable: "RATE_LIMITS", problem: "expected on or off" },
    ]);
    expect(() => parseEnv(schema, env)).toThrow(/Invalid settings:\n  APP_PORT: .*\n  HOST: /);
    expect(() => parseEnv(schema, env)).not.toThrow(/hunter2/);
  });
});

describe("pieces", () => {
  it.each(["0", "-1", "65536", "80a", " 80", "1e3", "1.5"])("refuses the port %j", (value) => {
    expect(port.safeParse(value).success).toBe(false);
  });

  it("reads networks, with and without a prefix", () => {
    expect(cidrList.parse("10.0.0.0/8, 127.0.0.1,::1,fd00::/8")).toEqual([
      { address: "10.0.0.0", prefix: 8, family: "ipv4" },
      { address: "127.0.0.1", prefix: 32, family: "ipv4" },
      { address: "::1", prefix: 128, family: "ipv6" },
      { address: "fd00::", prefix: 8, family: "ipv6" },
    ]);
  });

  it.each(["10.0.0.0/33", "::1/129", "10.0.0", "10.0.0.0/8/8", "10.0.0.0/x", "a"])(
    "refuses the network %j",
    (value) => {
      expect(cidrList.safeParse(value).success).toBe(false);
    },
  );

  it("reads an address to listen on in brackets", () => {
    expect(bindAddress.parse("[::1]")).toBe("::1");
    expect(bindAddress.parse("0.0.0.0")).toBe("0.0.0.0");
    expect(bindAddress.safeParse("[nowhere at all]").success).toBe(false);
  });

  it("reads brokers", () => {
    expect(kafkaBrokers.parse("kafka-1.example:9092, 10.0.0.1:9092,[fd00::1]:9092")).toEqual([
      "kafka-1.example:9092",
      "10.0.0.1:9092",
      "[fd00::1]:9092",
    ]);
  });

  it.each([" , ", "kafka", "kafka:", "kafka:0", "kafka:9092x", "fd00::1:9092", "[kafka]:9092", "http://kafka:9092"])(
    "refuses the brokers %j",
    (value) => {
      expect(kafkaBrokers.safeParse(value).success).toBe(false);
    },
  );

  it("drops a URL's trailing slashes, so that paths can be put behind it", () => {
    expect(httpUrl.parse("https://hop.example/")).toBe("https://hop.example");
  });

  it.each([
    [httpUrl, "ftp://a"],
    [httpUrl, "example.com"],
    [postgresUrl, "http://a"],
    [redisUrl, "127.0.0.1:6379"],
    [redisUrl, "http://127.0.0.1:6379"],
    [count, "0"],
    [count, "-5"],
    [count, "1.5"],
    [databaseName, "a; drop"],
    [databaseName, ""],
    [logLevel, "loud"],
    [onOff, "true"],
  ])("refuses what does not fit (%#)", (piece, value) => {
    expect(piece.safeParse(value).success).toBe(false);
  });
});
