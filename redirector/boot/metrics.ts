import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { Counter, Gauge } from "prom-client";
import { handshakeRefusals, proxyHeaderRefusals } from "../transport/doorFigures.ts";
import { answerResults, type Figures } from "../control/messages.ts";

export interface MetricSources {
  /** The sum of the listeners' figures. */
  readonly figures: () => Promise<Figures>;
  /** Number of running listeners. */
  readonly alive: () => Promise<number>;
  /** Dropped clicks counted in tallies of ended processes. */
  readonly talliedDrops: () => number;
  readonly links: () => number;
  /** Unreadable records of links.v2 since the start. */
  readonly unreadableRecords: () => number;
  /** Number of chunks with unreadable bytes. */
  readonly unreadableChunks: () => number;
}

/**
 * Creates the redirector's metrics. Operators should be alerted when `hoplog_redirector_clicks_dropped_total` is above
 * 0.
 */
export function createMetrics(sources: MetricSources) {
  const registry = createRegistry("redirector", async () => (await sources.figures()).lostLogLines);
  const registers = [registry];
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string, value: () => number | Promise<number>): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await value());
      },
    });
  /** A counter whose value is read at each scrape. */
  const summed = (name: string, help: string, value: () => number | Promise<number>): Counter =>
    new Counter({
      name,
      help,
      registers,
      async collect() {
        const sum = await value();
        this.reset();
        this.inc(sum);
      },
    });
  const summedByReason = <R extends string>(
    name: string,
    help: string,
    reasons: readonly R[],
    counts: (figures: Figures) => Readonly<Record<R, number>>,
  ): Counter =>
    new Counter({
      name,
      help,
      labelNames: ["reason"],
      registers,
      async collect() {
        const present = counts(await sources.figures());
        this.reset();
        for (const reason of reasons) this.inc({ reason }, present[reason]);
      },
    });
  const ofListeners = (value: (figures: Figures) => number) => async (): Promise<number> =>
    value(await sources.figures());
  const metrics = {
    registry,
    shipped: counter("hoplog_redirector_clicks_shipped_total", "Clicks that clicks.v1 has"),
    torn: counter(
      "hoplog_redirector_spool_torn_bytes_total",
      "Bytes that a killed process had not finished, for requests it never answered",
    ),
    unreadable: counter(
      "hoplog_redirector_spool_unreadable_bytes_total",
      "Bytes of damaged chunks that were set aside: any is an alarm",
    ),
    deaths: counter("hoplog_redirector_listener_deaths_total", "Listeners that ended unasked and were started again"),
  };
  const answers = new Counter({
    name: "hoplog_redirector_answers_total",
    help: `Answered short links by result: ${answerResults.join(", ")}`,
    labelNames: ["result"],
    registers: [],
    async collect() {
      const { answers: counts } = await sources.figures();
      this.reset();
      for (const result of answerResults) this.inc({ result }, counts[result]);
    },
  });
  registry.registerMetric(answers);
  summed(
    "hoplog_redirector_handshakes_total",
    "TLS handshakes that ended well",
    ofListeners(({ door }) => door.handshakes),
  );
  summedByReason(
    "hoplog_redirector_handshakes_refused_total",
    `TLS handshakes that came to nothing, unless the visitor left: ${handshakeRefusals.join(", ")}`,
    handshakeRefusals,
    ({ door }) => door.refusedHandshakes,
  );
  summedByReason(
    "hoplog_redirector_proxy_headers_refused_total",
    `Connections of trusted proxies without a PROXY header that can be read: ${proxyHeaderRefusals.join(", ")}`,
    proxyHeaderRefusals,
    ({ door }) => door.refusedProxyHeaders,
  );
  summed(
    "hoplog_redirector_unreadable_records_total",
    "Records of links.v2 that could not be read: their links are answered with 503",
    sources.unreadableRecords,
  );
  gauge("hoplog_redirector_listeners", "Listeners that take visitors", sources.alive);
  gauge(
    "hoplog_redirector_listeners_without_places",
    "Listeners that can't read where visitors are, which rules ask for: any is an alarm",
    ofListeners(({ withoutPlaces }) => withoutPlaces),
  );
  summed(
    "hoplog_redirector_app_requests_total",
    "Requests, WebSockets among them, that were passed on to the app",
    ofListeners(({ app }) => app.requests),
  );
  summed(
    "hoplog_redirector_app_failures_total",
    "Those of them that got no answer of the app's",
    ofListeners(({ app }) => app.failures),
  );
  gauge(
    "hoplog_redirector_app_requests_open",
    "Requests to the app that are under way, streams and WebSockets among them",
    ofListeners(({ app }) => app.open),
  );
  gauge(
    "hoplog_redirector_connections",
    "Open connections of visitors",
    ofListeners(({ connections }) => connections),
  );
  gauge(
    "hoplog_redirector_listeners_resident_bytes",
    "Memory of the listeners, the pages of the replica among it",
    ofListeners(({ residentBytes }) => residentBytes),
  );
  gauge(
    "hoplog_redirector_leases",
    "Leases of visits of links with a cap that are held or still to be settled",
    ofListeners(({ leases }) => leases),
  );
  gauge(
    "hoplog_redirector_spool_unreadable_chunks",
    "Damaged chunks whose unreadable bytes wait for somebody",
    sources.unreadableChunks,
  );
  gauge("hoplog_redirector_replica_links", "Links and domains in the replica", sources.links);
  gauge(
    "hoplog_redirector_spool_memory_bytes",
    "Clicks held in memory since the disk takes nothing",
    ofListeners(({ spool }) => spool.memoryBytes),
  );
  gauge(
    "hoplog_redirector_spool_reserve_bytes",
    "What is left of the listeners' reserve, which takes clicks while the disk is full",
    ofListeners(({ spool }) => spool.reserveBytes),
  );
  summed(
    "hoplog_redirector_clicks_dropped_total",
    "Clicks lost since neither disk nor memory had room; those that ended processes have left a count of, too",
    async () => (await sources.figures()).spool.dropped + sources.talliedDrops(),
  );
  return metrics;
}
