import { createRegistry } from "@hoplog/platform/metrics/registry.js";
import { Counter, Gauge } from "prom-client";
import { handshakeRefusals, proxyHeaderRefusals } from "../transport/acceptFigures.ts";
import { answerResults, type Figures } from "../control/messages.ts";

export interface MetricSources {
  /** Sums the listeners' figures. */
  readonly figures: () => Promise<Figures>;
  /** Number of running listeners. */
  readonly alive: () => Promise<number>;
  /** Number of dropped clicks that are counted in tallies of ended processes. */
  readonly talliedDrops: () => number;
  readonly links: () => number;
  /** Number of unreadable records of links.v2 since the start. */
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
  /** Adds a counter whose value is read at each scrape. */
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
    shipped: counter("hoplog_redirector_clicks_shipped_total", "Clicks stored in clicks.v1"),
    torn: counter(
      "hoplog_redirector_spool_torn_bytes_total",
      "Bytes of incomplete frames from killed processes, for requests that were never answered",
    ),
    unreadable: counter(
      "hoplog_redirector_spool_unreadable_bytes_total",
      "Unreadable bytes of damaged spool chunks that were set aside; any increase is an alarm",
    ),
    deaths: counter("hoplog_redirector_listener_deaths_total", "Listeners that ended unexpectedly and were restarted"),
  };
  const answers = new Counter({
    name: "hoplog_redirector_answers_total",
    help: `Responses to short links by result: ${answerResults.join(", ")}`,
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
    "Completed TLS handshakes",
    ofListeners(({ door }) => door.handshakes),
  );
  summedByReason(
    "hoplog_redirector_handshakes_refused_total",
    `Failed TLS handshakes, except those that visitors aborted, by reason: ${handshakeRefusals.join(", ")}`,
    handshakeRefusals,
    ({ door }) => door.refusedHandshakes,
  );
  summedByReason(
    "hoplog_redirector_proxy_headers_refused_total",
    `Connections of trusted proxies without a valid PROXY header, by reason: ${proxyHeaderRefusals.join(", ")}`,
    proxyHeaderRefusals,
    ({ door }) => door.refusedProxyHeaders,
  );
  summed(
    "hoplog_redirector_unreadable_records_total",
    "Unreadable records of links.v2; their links are answered with status 503",
    sources.unreadableRecords,
  );
  gauge("hoplog_redirector_listeners", "Listeners that accept visitors", sources.alive);
  gauge(
    "hoplog_redirector_listeners_without_places",
    "Listeners that can't read the location database, which rules need; any is an alarm",
    ofListeners(({ withoutPlaces }) => withoutPlaces),
  );
  summed(
    "hoplog_redirector_app_requests_total",
    "Requests to the app that were passed on, including WebSockets",
    ofListeners(({ app }) => app.requests),
  );
  summed(
    "hoplog_redirector_app_failures_total",
    "Passed-on requests that got no response from the app",
    ofListeners(({ app }) => app.failures),
  );
  gauge(
    "hoplog_redirector_app_requests_open",
    "Open requests to the app, including streams and WebSockets",
    ofListeners(({ app }) => app.open),
  );
  gauge(
    "hoplog_redirector_connections",
    "Open connections of visitors",
    ofListeners(({ connections }) => connections),
  );
  gauge(
    "hoplog_redirector_listeners_resident_bytes",
    "Resident memory of the listeners, including pages of the replica",
    ofListeners(({ residentBytes }) => residentBytes),
  );
  gauge(
    "hoplog_redirector_leases",
    "Leases of visits of links with maxClicks that are held or not yet settled",
    ofListeners(({ leases }) => leases),
  );
  gauge(
    "hoplog_redirector_spool_unreadable_chunks",
    "Damaged spool chunks whose unreadable bytes are waiting for an operator",
    sources.unreadableChunks,
  );
  gauge("hoplog_redirector_replica_links", "Links and domains in the replica", sources.links);
  gauge(
    "hoplog_redirector_spool_memory_bytes",
    "Clicks held in memory because the disk accepts no data",
    ofListeners(({ spool }) => spool.memoryBytes),
  );
  gauge(
    "hoplog_redirector_spool_reserve_bytes",
    "Remaining reserve of the listeners, which stores clicks while the disk is full",
    ofListeners(({ spool }) => spool.reserveBytes),
  );
  summed(
    "hoplog_redirector_clicks_dropped_total",
    "Clicks lost because neither disk nor memory had space, including those of ended processes",
    async () => (await sources.figures()).spool.dropped + sources.talliedDrops(),
  );
  return metrics;
}
