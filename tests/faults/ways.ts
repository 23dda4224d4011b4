export type Engine = "postgres" | "clickHouse" | "kafka" | "redis";

/** Setup in which hoplog runs. */
export type Way = "one machine" | "cluster";

/** For each setup: its program, its processes, and the engines that its services reach through proxies. */
export const ways: Readonly<Record<Way, { boot: string; parts: readonly string[]; engines: readonly Engine[] }>> = {
  "one machine": {
    boot: "tests/faults/boot/up.ts",
    parts: ["redirector", "redirector shipper", "redirector listener", "ingest", "api", "clickhouse", "postgres"],
    engines: ["postgres", "clickHouse"],
  },
  cluster: {
    boot: "tests/faults/boot/upCluster.ts",
    parts: [
      "redirector-1",
      "redirector-1 listener",
      "redirector-2",
      "redirector-2 shipper",
      "ingest-1",
      "ingest-2",
      "api",
      "clickhouse",
      "postgres",
      "kafka",
      "redis",
    ],
    engines: ["postgres", "clickHouse", "kafka", "redis"],
  },
};
