import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { makeCertificates, type TestCertificates } from "../testing/certificates.ts";
import {
  clickHouseSettings,
  clickHouseVariables,
  kafkaSettings,
  kafkaVariables,
  redisSettings,
  redisVariables,
} from "./connections.ts";
import { EnvError, parseEnv } from "./parseEnv.ts";
import { postgresUrl } from "./pieces.ts";

const folder = mkdtempSync(join(tmpdir(), "hoplog-connections-test-"));
const notPem = join(folder, "not-pem");
const broken = join(folder, "broken");
let files: TestCertificates;

beforeAll(async () => {
  files = await makeCertificates(folder);
  writeFileSync(notPem, "nothing of the kind");
  writeFileSync(broken, "-----BEGIN CERTIFICATE-----\nnothing\n-----END CERTIFICATE-----\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const kafka = (env: Record<string, string>) => kafkaSettings(parseEnv(z.object(kafkaVariables), env));
const redis = (env: Record<string, string>) => redisSettings(parseEnv(z.object(redisVariables), env));
const clickHouse = (env: Record<string, string>) => clickHouseSettings(parseEnv(z.object(clickHouseVariables), env));
const postgres = (query: string) =>
  parseEnv(z.object({ DATABASE_URL: postgresUrl }), { DATABASE_URL: `postgres://u:p@db/hoplog${query}` });

const KAFKA_BROKERS = "a:9092,b:9092";

it("speaks no TLS unless it is told to", () => {
  expect(kafka({})).toBeUndefined();
  expect(kafka({ KAFKA_BROKERS })).toEqual({ brokers: ["a:9092", "b:9092"], tls: undefined, sasl: undefined });
  expect(kafka({ KAFKA_BROKERS, KAFKA_SSL: "off" })?.tls).toBeUndefined();
  expect(redis({})).toBeUndefined();
  expect(redis({ REDIS_URL: "rediss://r:6379" })?.tls).toBeUndefined();
  expect(clickHouse({ CLICKHOUSE_URL: "https://c:8443" }).tls).toBeUndefined();
});

it("takes one address of ClickHouse, or several of replicas, with commas in passwords", () => {
  const database = "hoplog";
  expect(clickHouse({ CLICKHOUSE_URL: "http://u:a,b@c:8123/" })).toEqual({
    clickHouseUrl: "http://u:a,b@c:8123",
    database,
  });
  expect(clickHouse({ CLICKHOUSE_URL: "http://u:a,b@c:8123 , https://d:8443", CLICKHOUSE_CLUSTER: "main" })).toEqual({
    clickHouseUrl: "http://u:a,b@c:8123",
    otherUrls: ["https://d:8443"],
    database,
    cluster: { name: "main", insertQuorum: "auto" },
  });
  const two = { CLICKHOUSE_URL: "http://c:8123", CLICKHOUSE_CLUSTER: "main", CLICKHOUSE_INSERT_QUORUM: "2" };
  expect(clickHouse(two).cluster).toEqual({ name: "main", insertQuorum: "2" });
});

it("trusts what the machine trusts where Kafka's authority is not named", () => {
  expect(kafka({ KAFKA_BROKERS, KAFKA_SSL: "on" })?.tls).toEqual({});
});

it("reads mechanisms in either case", () => {
  const login = { KAFKA_SASL_USERNAME: "u", KAFKA_SASL_PASSWORD: "p" };
  const sasl = { mechanism: "scram-sha-512", username: "u", password: "p" };
  expect(kafka({ KAFKA_BROKERS, ...login, KAFKA_SASL_MECHANISM: "SCRAM-SHA-512" })?.sasl).toEqual(sasl);
});

it.each<[string, () => unknown, string]>([
  ["a file that is not there", () => redis({ REDIS_SSL_CA: "/nowhere" }), "REDIS_SSL_CA: can't read the file (ENOENT)"],
  ["a file of another kind", () => redis({ REDIS_SSL_CA: notPem }), "REDIS_SSL_CA: expected a file in the PEM format"],
  [
    "a broken file",
    () => kafka({ KAFKA_BROKERS, KAFKA_SSL_CA: broken }),
    "KAFKA_SSL_CA: contains no valid certificate",
  ],
  ["a certificate alone", () => kafka({ KAFKA_BROKERS, KAFKA_SSL_CERT: files.client.cert }), "KAFKA_SSL_KEY: must be"],
  ["a key alone", () => kafka({ KAFKA_BROKERS, KAFKA_SSL_KEY: files.client.key }), "KAFKA_SSL_CERT: must be set"],
  [
    "a key of another certificate",
    () => kafka({ KAFKA_BROKERS, KAFKA_SSL_CERT: files.client.cert, KAFKA_SSL_KEY: files.server.key }),
    "KAFKA_SSL_KEY: does not belong to the certificate",
  ],
  ["files but no TLS", () => kafka({ KAFKA_BROKERS, KAFKA_SSL: "off", KAFKA_SSL_CA: files.ca }), "KAFKA_SSL: is off"],
  [
    "an unknown mechanism",
    () => kafka({ KAFKA_BROKERS, KAFKA_SASL_MECHANISM: "gssapi" }),
    "MECHANISM: expected one of",
  ],
  ["a user alone", () => kafka({ KAFKA_BROKERS, KAFKA_SASL_USERNAME: "u" }), "KAFKA_SASL_MECHANISM: must be set"],
  [
    "no password",
    () => kafka({ KAFKA_BROKERS, KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_USERNAME: "u" }),
    "KAFKA_SASL_PASSWORD: must be set",
  ],
  [
    "files for a Redis without TLS",
    () => redis({ REDIS_URL: "redis://r:6379", REDIS_SSL_CA: files.ca }),
    "REDIS_URL: must begin with rediss:// if REDIS_SSL settings are set",
  ],
  [
    "files for a ClickHouse without TLS",
    () => clickHouse({ CLICKHOUSE_URL: "http://c:8123", CLICKHOUSE_SSL_CA: files.ca }),
    "CLICKHOUSE_URL: must begin with https:// if CLICKHOUSE_SSL settings are set",
  ],
  [
    "an address of ClickHouse without http://",
    () => clickHouse({ CLICKHOUSE_URL: "http://c:8123,d:8123" }),
    "CLICKHOUSE_URL: expected a URL such as http://user:password@10.0.0.1:8123; several",
  ],
  [
    "the same address of ClickHouse twice",
    () => clickHouse({ CLICKHOUSE_URL: "http://c:8123,http://u@c:8123/" }),
    "CLICKHOUSE_URL: contains the same address twice",
  ],
  [
    "too many addresses of ClickHouse",
    () => clickHouse({ CLICKHOUSE_URL: Array.from({ length: 1000 }, (_, i) => `http://c${i}:8123`).join() }),
    "CLICKHOUSE_URL: expected at most 16 addresses",
  ],
  [
    "files for a second ClickHouse without TLS",
    () => clickHouse({ CLICKHOUSE_URL: "https://c:8443,http://d:8123", CLICKHOUSE_SSL_CA: files.ca }),
    "CLICKHOUSE_URL: must begin with https://",
  ],
  [
    "what is no name of a cluster",
    () => clickHouse({ CLICKHOUSE_URL: "http://c:8123", CLICKHOUSE_CLUSTER: "a` b" }),
    "CLICKHOUSE_CLUSTER: expected a cluster name",
  ],
  [
    "a quorum without replicas",
    () => clickHouse({ CLICKHOUSE_URL: "http://c:8123", CLICKHOUSE_INSERT_QUORUM: "2" }),
    "CLICKHOUSE_INSERT_QUORUM: requires CLICKHOUSE_CLUSTER",
  ],
  [
    "what is no quorum",
    () => clickHouse({ CLICKHOUSE_URL: "http://c:8123", CLICKHOUSE_CLUSTER: "a", CLICKHOUSE_INSERT_QUORUM: "all" }),
    "CLICKHOUSE_INSERT_QUORUM: expected auto, or the number",
  ],
  ["an unknown sslmode", () => postgres("?sslmode=always"), "DATABASE_URL: sslmode: expected one of disable, prefer"],
  [
    "a name to check where there is an address",
    () =>
      parseEnv(z.object({ DATABASE_URL: postgresUrl }), { DATABASE_URL: "postgres://u:p@10.0.0.1/d?sslmode=require" }),
    "DATABASE_URL: sslmode=require requires a host name",
  ],
  ["files without sslmode", () => postgres(`?sslrootcert=${files.ca}`), "DATABASE_URL: sslmode must be set"],
  [
    "an authority's file that is not there",
    () => postgres("?sslmode=verify-full&sslrootcert=/nowhere"),
    "DATABASE_URL: sslrootcert: can't read the file (ENOENT)",
  ],
  [
    "a key of another certificate for Postgres",
    () => postgres(`?sslmode=verify-full&sslcert=${files.client.cert}&sslkey=${files.server.key}`),
    "DATABASE_URL: sslkey does not belong to the certificate",
  ],
])("refuses %s and names the setting", (_, read, message) => {
  expect(read).toThrow(EnvError);
  expect(read).toThrow(message);
});
