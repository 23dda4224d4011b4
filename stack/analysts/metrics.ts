import { Counter, Gauge, type Registry } from "prom-client";

/** How a query left the gateway. `refused` is the gateway's doing, `failed` ClickHouse's, `left` the client's. */
export type QueryResult = "answered" | "failed" | "refused" | "left" | "outlived";
/** Why an engine ended that was not replaced by a newer copy, or idle. */
export type EngineEnd = "outlived" | "silent" | "crashed";

export interface AnalystsMetrics {
  queryEnded(result: QueryResult): void;
  engineEnded(reason: EngineEnd): void;
}

/** What is read when the metrics are. */
export interface AnalystsState {
  readonly running: () => number;
  readonly waiting: () => number;
  readonly engines: () => number;
  /** Seconds; undefined while no engine runs. */
  readonly copyAge: () => number | undefined;
}

/** Counts queries and engines' ends; {@link showState} adds the gauges once gateway and engines are there. */
export function createAnalystsMetrics(registry: Registry): AnalystsMetrics {
  const queries = new Counter({
    name: "hoplog_analysts_queries_total",
    help: "Analysts' and console queries by result",
    labelNames: ["result"],
    registers: [registry],
  });
  const ends = new Counter({
    name: "hoplog_analysts_engine_failures_total",
    help: "Engines of analysts' queries that had to be replaced, by reason",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const result of ["answered", "failed", "refused", "left", "outlived"]) queries.inc({ result }, 0);
  for (const reason of ["outlived", "silent", "crashed"]) ends.inc({ reason }, 0);
  return {
    queryEnded: (result) => queries.inc({ result }),
    engineEnded: (reason) => ends.inc({ reason }),
  };
}

export function showState(registry: Registry, state: AnalystsState): void {
  const gauge = (name: string, help: string, read: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === undefined) this.reset();
        else this.set(value);
      },
    });
  gauge("hoplog_analysts_queries_running", "Analysts' and console queries that run", state.running);
  gauge("hoplog_analysts_queries_waiting", "Analysts' and console queries that wait for their turn", state.waiting);
  gauge("hoplog_analysts_engines", "Engines that run for analysts' queries", state.engines);
  gauge("hoplog_analysts_copy_age_seconds", "Age of the copy that new queries are asked of", state.copyAge);
}
