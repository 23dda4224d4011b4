import { inject } from "vitest";
import type { TestCertificates } from "./certificates.ts";

/** The engines of many machines, which the tests of the project "cluster" share. */
export interface TestCluster {
  kafka: {
    /** HOST:PORT of the broker. */
    broker: string;
    /** What is sent to `gate` must be handed on to here: the broker advertises `gate` to clients. */
    behindGate: number;
    gate: number;
    /** Over TLS: for everybody, for those with a certificate, and for those with a password. */
    tls: { open: number; mutual: number; sasl: number };
    /** Of the user "hoplog". */
    password: string;
  };
  redis: {
    port: number;
    password: string;
    /** Over TLS, for those with a certificate. */
    tls: number;
  };
  /** Of both. */
  certificates: TestCertificates;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** Or what keeps it from starting. */
    cluster: TestCluster | { problem: string };
  }
}

/** Throws with what is missing where there is no Kafka or no Redis to test with. */
export function testCluster(): TestCluster {
  const cluster = inject("cluster");
  if ("problem" in cluster) throw new Error(cluster.problem);
  return cluster;
}
