import { Counter, Gauge, type Registry } from "prom-client";

const queryResults = ["answered", "failed", "refused", "left", "outlived"] as const;
/**
 * Outcome of a query: `answered`, `failed` in ClickHouse, `refused` by the gateway, `left` by its client, or `outlived`
 * its time limit.
 */
export type QueryResult = (typeof queryResults)[number];
const engineEnds = ["outlived", "silent", "crashed"] as const;
/** Reason for which an engine had to be replaced. */
export type EngineEnd = (typeof engineEnds)[number];

export interface AnalystsMetrics {
  queryEnded(result: QueryResult): void;
  engineEnded(reason: EngineEnd): void;
}

/** State of gateway and engines, which is read at each scrape of the metrics. */
export interface AnalystsState {
  readonly running: () => number;
  readonly waiting: () => number;
  readonly engines: () => number;
  /** Returns the age in seconds of the copy that new queries use; undefined if no engine runs. */
  readonly copyAge: () => number | undefined;
}

/** Counts queries and ends of engines; {@link showState} adds the gauges once gateway and engines exist. */
export function createAnalystsMetrics(registry: Registry): AnalystsMetrics {
  const queries = new Counter({
    name: "hoplog_analysts_queries_total",
    help: "Analysts' and console queries by result",
    labelNames: ["result"],
    registers: [registry],
  });
  const ends = new Counter({
    name: "hoplog_analysts_engine_failures_total",
    help: "Engines of analysts' queries that were replaced, by reason",
    labelNames: ["reason"],
    registers: [registry],
  });
  for (const result of queryResults) queries.inc({ result }, 0);
  for (const reason of engineEnds) ends.inc({ reason }, 0);
  return {
    queryEnded: (result) => queries.inc({ result }),
    engineEnded: (reason) => ends.inc({ reason }),
  };
}

/** Adds gauges for the gateway and the engines. */
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
  gauge("hoplog_analysts_queries_running", "Running analysts' and console queries", state.running);
  gauge("hoplog_analysts_queries_waiting", "Waiting analysts' and console queries", state.waiting);
  gauge("hoplog_analysts_engines", "Running engines for analysts' queries", state.engines);
  gauge("hoplog_analysts_copy_age_seconds", "Age of the copy that new queries read, in seconds", state.copyAge);
}
