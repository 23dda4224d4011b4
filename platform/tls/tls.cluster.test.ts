import { describe, expect, it, onTestFinished } from "vitest";
import { openBus } from "../drivers/openBus.ts";
import { openEventLog } from "../drivers/openEventLog.ts";
import { kafkaSettings, kafkaVariables, redisSettings, redisVariables } from "../env/connections.ts";
import { parseEnv } from "../env/parseEnv.ts";
import type { EventLog } from "../log/port.ts";
import { createLogger } from "../logging/logger.ts";
import { testCluster } from "../testing/cluster.ts";
import { z } from "zod";
import { ConnectionError } from "./connectionError.ts";

const logger = createLogger("test", "silent");
const databaseUrl = "postgres://nobody@127.0.0.1:1/nothing";
const topic = { name: "over_tls", cleanup: "delete", retentionMs: 3_600_000 } as const;

type Env = Record<string, string>;

async function openLog(env: Env): Promise<EventLog> {
  const kafka = kafkaSettings(parseEnv(z.object(kafkaVariables), env));
  const log = await openEventLog({ databaseUrl, kafka, logger });
  onTestFinished(() => log.close());
  return log;
}

describe("Kafka", () => {
  const { tls, password } = testCluster().kafka;
  const { ca, otherCa, client, strangersClient } = testCluster().certificates;
  const open = { KAFKA_BROKERS: `127.0.0.1:${tls.open}`, KAFKA_SSL_CA: ca };
  const mutual = { KAFKA_BROKERS: `127.0.0.1:${tls.mutual}`, KAFKA_SSL_CA: ca };
  const login = { KAFKA_SASL_USERNAME: "hoplog", KAFKA_SASL_PASSWORD: password };
  const sasl = { KAFKA_BROKERS: `127.0.0.1:${tls.sasl}`, KAFKA_SSL_CA: ca, ...login };

  it.each<[string, Env]>([
    ["TLS", open],
    ["a certificate of ours", { ...mutual, KAFKA_SSL_CERT: client.cert, KAFKA_SSL_KEY: client.key }],
    ["a password", { ...sasl, KAFKA_SASL_MECHANISM: "PLAIN" }],
    ["SCRAM-SHA-256", { ...sasl, KAFKA_SASL_MECHANISM: "SCRAM-SHA-256" }],
    ["SCRAM-SHA-512", { ...sasl, KAFKA_SASL_MECHANISM: "scram-sha-512" }],
  ])("appends and consumes with %s", async (name, env) => {
    const log = await openLog(env);
    await log.append(topic, [{ key: null, value: Buffer.from(name) }]);
    const seen: string[] = [];
    const consumption = log.consume(topic, `ingest ${name}`, { maxRecords: 10, maxBytes: 1e6 }, async ({ records }) => {
      for (const { value } of records) seen.push(Buffer.from(value ?? "").toString());
    });
    await expect.poll(() => seen).toContain(name);
    await consumption.stop();
  });

  it.concurrent.each<[string, Env, RegExp]>([
    [
      "no authority",
      { KAFKA_BROKERS: open.KAFKA_BROKERS, KAFKA_SSL: "on" },
      /not signed by a trusted authority.*Check KAFKA_SSL_CA/,
    ],
    ["another authority", { ...open, KAFKA_SSL_CA: otherCa }, /not signed by a trusted authority.*Check KAFKA_SSL_CA/],
    [
      "another host",
      { ...open, KAFKA_BROKERS: `localhost:${tls.open}` },
      /another host. Check the host in KAFKA_BROKERS/,
    ],
    ["no certificate", mutual, /requires a client certificate.*Check KAFKA_SSL_CERT/],
    [
      "a stranger's certificate",
      { ...mutual, KAFKA_SSL_CERT: strangersClient.cert, KAFKA_SSL_KEY: strangersClient.key },
      /requires a client certificate.*Check KAFKA_SSL_CERT/,
    ],
    [
      "a wrong password",
      { ...sasl, KAFKA_SASL_MECHANISM: "plain", KAFKA_SASL_PASSWORD: "guess" },
      /rejected the login. Check .*KAFKA_SASL_PASSWORD/,
    ],
    [
      "a wrong password and SCRAM",
      { ...sasl, KAFKA_SASL_MECHANISM: "scram-sha-256", KAFKA_SASL_PASSWORD: "guess" },
      /rejected the login. Check .*KAFKA_SASL_PASSWORD/,
    ],
    [
      "a login where none is wanted",
      { ...open, ...login, KAFKA_SASL_MECHANISM: "plain" },
      /Check KAFKA_SASL_MECHANISM/,
    ],
    [
      "TLS where none is spoken",
      { ...open, KAFKA_BROKERS: testCluster().kafka.broker },
      /this persists, check KAFKA_SSL/,
    ],
    ["no TLS where it is spoken", { KAFKA_BROKERS: open.KAFKA_BROKERS }, /this persists, check KAFKA_SSL/],
    [
      "no login where one is wanted",
      { KAFKA_BROKERS: sasl.KAFKA_BROKERS, KAFKA_SSL_CA: ca },
      /this persists, check .*KAFKA_SASL_MECH/,
    ],
  ])("is refused with %s, and the message names the setting", async (_, env, message) => {
    const attempt = openLog(env);
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toThrow(ConnectionError);
  });
});

describe("Redis", () => {
  const { tls, password } = testCluster().redis;
  const { ca, otherCa, client, strangersClient } = testCluster().certificates;
  const url = (host: string, secret = password): string => `rediss://:${encodeURIComponent(secret)}@${host}:${tls}`;
  const files = { REDIS_SSL_CA: ca, REDIS_SSL_CERT: client.cert, REDIS_SSL_KEY: client.key };

  const open = (env: Env) => {
    const redis = redisSettings(parseEnv(z.object(redisVariables), env));
    return openBus({ databaseUrl, redis, logger });
  };

  it("is spoken to with a certificate of ours", async () => {
    const bus = await open({ ...files, REDIS_URL: url("127.0.0.1") });
    onTestFinished(() => bus.close());
    const seen: string[] = [];
    await bus.subscribe("tls", (payload) => seen.push(payload));
    await bus.publish("tls", "hello");
    await expect.poll(() => seen).toEqual(["hello"]);
  });

  it.each<[string, Env, RegExp]>([
    ["another authority", { ...files, REDIS_SSL_CA: otherCa }, /not signed by a trusted authority.*Check REDIS_SSL_CA/],
    ["another host", { ...files, REDIS_URL: url("localhost") }, /another host. Check the host in REDIS_URL/],
    ["no certificate", { REDIS_SSL_CA: ca }, /[Cc]heck .*REDIS_SSL_CERT/],
    [
      "a stranger's certificate",
      { REDIS_SSL_CA: ca, REDIS_SSL_CERT: strangersClient.cert, REDIS_SSL_KEY: strangersClient.key },
      /[Cc]heck .*REDIS_SSL_CERT/,
    ],
    ["a wrong password", { ...files, REDIS_URL: url("127.0.0.1", "guess") }, /rejected the login. Check .*REDIS_URL/],
    ["no TLS where it is spoken", { REDIS_URL: url("127.0.0.1").replace("rediss:", "redis:") }, /[Cc]heck REDIS_URL/],
  ])("is refused with %s, and the message names the setting", async (_, env, message) => {
    const attempt = open({ REDIS_URL: url("127.0.0.1"), ...env });
    await expect(attempt).rejects.toThrow(message);
    await expect(attempt).rejects.toThrow(ConnectionError);
  });
});
