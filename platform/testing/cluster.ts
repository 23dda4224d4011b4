import { inject } from "vitest";
import type { TestCertificates } from "./certificates.ts";

/** The servers of a multi-machine setup, which the tests of the project "cluster" share. */
export interface TestCluster {
  kafka: {
    /** HOST:PORT of the broker. */
    broker: string;
    /** The port to which a proxy on `gate` must forward: the broker advertises `gate` to clients. */
    behindGate: number;
    gate: number;
    /** TLS ports: without login, for clients with a certificate, and for clients with a password. */
    tls: { open: number; mutual: number; sasl: number };
    /** The password of the user "hoplog". */
    password: string;
  };
  redis: {
    port: number;
    password: string;
    /** TLS port for clients with a certificate. */
    tls: number;
  };
  /** Certificates of both servers. */
  certificates: TestCertificates;
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The cluster, or the problem that prevents the cluster's start. */
    cluster: TestCluster | { problem: string };
  }
}

/** Returns the cluster. Throws an error with the reason if Kafka or Redis is not available. */
export function testCluster(): TestCluster {
  const cluster = inject("cluster");
  if ("problem" in cluster) throw new Error(cluster.problem);
  return cluster;
}
