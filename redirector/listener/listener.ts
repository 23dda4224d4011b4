import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { LinkAddress } from "@hoplog/schema/topics/links/key.js";
import type { FoundEntry } from "../replica/linkEntry.ts";
import type { Transport, TransportEvents } from "../transport/transport.ts";
import { answerClientError } from "../server/clientErrors.ts";
import { proxiedEvents } from "../transport/proxiedEvents.ts";
import { createTransportServer } from "../transport/server.ts";
import { createTlsServer } from "../transport/tlsServer.ts";
import type { AnswerSettings } from "./answers.ts";
import { type ConnectionLimits, createConnections } from "./connections.ts";
import type { Connection } from "./connection.ts";
import { createPlainRequestHandlers, type AcceptSettings } from "./plainRequestHandlers.ts";
import { createOutbox, hasAnswers } from "./outbox.ts";
import type { PlainRequestSettings } from "./plainRequests.ts";
import type { PlainAnswer } from "./connection.ts";
import { refusedTarget, withEncodedTarget } from "./rawTarget.ts";
import { emptyHead, incomplete, needsFullParser, readHead } from "./requestHead.ts";

export interface ListenerSettings extends PlainRequestSettings, Omit<AnswerSettings, "headerLines"> {
  /** Looks up a code that the replica does not know. Never rejects. */
  readonly lookUp: (address: LinkAddress) => Promise<FoundEntry | null>;
  /** The HTTP server that receives every connection with a request that is not plain. It does not listen itself. */
  readonly httpServer: HttpServer;
  readonly limits: ConnectionLimits;
  readonly doors: AcceptSettings;
  readonly now: () => number;
}

export interface Listener {
  /**
   * Resolves with the port. With `reusePort`, several listeners share a port, including listeners of other processes.
   */
  listen(port: number, host: string, reusePort: boolean): Promise<number>;
  /** Like {@link listen}, with TLS. Rejects if there are no TLS settings. */
  listenTls(port: number, host: string, reusePort: boolean): Promise<number>;
  connections(): number;
  /**
   * Stops accepting connections and answers received requests. Connections in use close with their next response, idle
   * ones after `graceMs`, and those still busy after another `graceMs` are cut off.
   */
  stop(graceMs: number): Promise<void>;
}

/** Pending response bytes of a connection above which no more requests are read from it. */
const maxPendingBytes = 64 * 1024;
const sweepIntervalMs = 1000;

/**
 * Requests after which a connection of the HTTP server is closed, because a proxy's connection would otherwise bypass
 * the fast path forever.
 */
const maxHttpServerRequests = 1000;

/**
 * Answers plain requests for short codes straight from the socket. The requests of one event loop turn are recorded
 * with one write, except visits of capped links, and then answered with one write per connection. At the first request
 * of any other form, the connection is passed to the HTTP server with its unread bytes.
 */
export function createListener(settings: ListenerSettings): Listener {
  const { spool, now, httpServer } = settings;
  const connections = createConnections(settings.limits, now, settings.requestIds.next);
  const outbox = createOutbox<Connection>();
  const doors = createPlainRequestHandlers(outbox, { ...settings, ...settings.doors });
  const head = emptyHead();
  /** Time when this turn's first bytes arrived; 0 between turns. */
  let turnAt = 0;
  let stopping = false;

  let lastClosed = (): void => {};
  const events: TransportEvents<Connection> = {
    onOpen: accept,
    onData: read,
    onEnd(connection) {
      connection.ended = true;
      if (connection.state === "reading" && !hasAnswers(connection)) connection.transport.end();
    },
    onDrain(connection) {
      connection.activeAt = now();
      if (connection.state === "full") readOn(connection);
    },
    onClose(connection) {
      connections.remove(connection);
      if (connections.count() === 0) lastClosed();
    },
  };
  const { tls, proxy } = settings.doors;
  const server = proxy ? createTransportServer(proxiedEvents(events, proxy)) : createTransportServer(events);
  const tlsServer = tls && createTlsServer(events, tls);
  const sweep = setInterval(connections.closeSlow, sweepIntervalMs);

  for (const event of ["request", "checkExpectation"]) httpServer.prependListener(event, countUnderWay);
  httpServer.prependListener("upgrade", (request: IncomingMessage) => {
    // An upgraded connection has no further requests until one side closes it.
    const connection = connections.of(request.socket);
    if (connection) connection.underWay++;
  });
  const refuse = answerClientError(settings.requestIds.next);
  httpServer.on("clientError", (error, stream) => {
    const connection = connections.of(stream);
    const bytes = connection && refusedTarget(error);
    if (!bytes) return refuse(error, stream);
    // Passes no more bytes to the HTTP server's parser.
    stream.pause();
    connection.buffered = bytes;
    if (connection.underWay === 0) reclaim(connection, stream);
  });

  function countUnderWay(request: IncomingMessage, response: ServerResponse): void {
    const connection = connections.of(request.socket);
    if (!connection) return;
    connection.activeAt = now();
    connection.underWay++;
    if (stopping || ++connection.requests >= maxHttpServerRequests) response.setHeader("connection", "close");
    response.once("close", () => {
      if (--connection.underWay === 0 && connection.buffered !== null) reclaim(connection, request.socket);
    });
  }

  function accept(transport: Transport, peer: string): Connection {
    const time = now();
    const connection: Connection = {
      transport,
      peer,
      address: settings.addressBytes(peer),
      isProxy: settings.isTrusted(peer),
      plain: doors.requestsOf(transport.isTls),
      state: "reading",
      underWay: 0,
      requests: 0,
      buffered: null,
      outStart: 0,
      outEnd: 0,
      ended: false,
      hasMore: false,
      activeAt: time,
      seenAt: time,
      place: null,
    };
    connections.add(connection);
    return connection;
  }

  /** Handles all whole requests and buffers an incomplete one. */
  function read(connection: Connection, chunk: Buffer): void {
    if (connection.state === "ending") {
      connection.hasMore = true;
      return;
    }
    beginTurn();
    let bytes = connection.buffered ? Buffer.concat([connection.buffered, chunk]) : chunk;
    const isNew = bytes === chunk;
    connection.buffered = null;
    let at = 0;
    while (at < bytes.length) {
      if (connection.outEnd - connection.outStart > maxPendingBytes) {
        pause(connection, "full");
        break;
      }
      const end = readHead(bytes, at, bytes.length, head);
      const encoded = end === needsFullParser ? withEncodedTarget(bytes, at) : null;
      if (end === incomplete || encoded === incomplete) {
        // The timeout of a head that arrives in pieces starts at its first byte.
        if (at > 0 || isNew) connection.activeAt = turnAt;
        break;
      }
      if (encoded !== null) {
        bytes = encoded;
        at = 0;
        continue;
      }
      const answer = end === needsFullParser ? null : connection.plain.answer(connection, bytes, head, turnAt);
      if (answer === null || answer.kind === "other") {
        leave(connection, bytes.subarray(at));
        return;
      }
      at = end;
      if (answer.kind !== "answered") {
        answerLater(connection, bytes, answer, head.closes);
        break;
      }
      if (head.closes) {
        connection.state = "ending";
        connection.hasMore = at < bytes.length;
        return;
      }
    }
    if (at < bytes.length) connection.buffered = bytes.subarray(at);
  }

  /** Answers a request after a lookup or wait; its connection is not read until then. */
  function answerLater(
    connection: Connection,
    bytes: Buffer,
    answer: Exclude<PlainAnswer, { kind: "answered" | "other" }>,
    isLast: boolean,
  ): void {
    pause(connection, "waiting");
    const answerThen = (next: () => PlainAnswer): void => {
      if (connection.transport.isClosed()) return;
      beginTurn();
      const then = next();
      if (then.kind === "later" || then.kind === "unknown") answerLater(connection, bytes, then, isLast);
      else if (isLast) dropRest(connection);
      else readOn(connection);
    };
    if (answer.kind === "later") {
      void answer.until.then(() => answerThen(() => answer.again(turnAt)));
      return;
    }
    const { address, rest } = answer;
    const savedHead = { ...head };
    void settings
      .lookUp(address)
      .then((entry) =>
        answerThen(() => connection.plain.answerLookup(connection, bytes, savedHead, turnAt, address, rest, entry)),
      );
  }

  function beginTurn(): void {
    if (turnAt !== 0) return;
    turnAt = now();
    doors.tick(turnAt);
    setImmediate(endTurn);
  }

  /** Flushes the spool and then sends the turn's responses, so that every click is recorded before it is answered. */
  function endTurn(): void {
    spool.flush();
    const at = turnAt;
    turnAt = 0;
    const readers: Connection[] = [];
    for (const connection of outbox.takeRecipients()) {
      const { transport, outStart, outEnd } = connection;
      connection.outStart = connection.outEnd = 0;
      if (transport.isClosed()) continue;
      connection.activeAt = at;
      const taken = transport.send(outbox.bytes(), outStart, outEnd);
      if (connection.state === "leaving") handOver(connection);
      else if (connection.state === "ending") endLast(connection);
      else if (connection.state === "full" && taken) readers.push(connection);
      else if (connection.state === "reading") {
        if (stopping || connection.ended) transport.end();
        else if (!taken) pause(connection, "full");
      }
    }
    outbox.clear();
    // Requests that are read after this belong to the next turn.
    for (const connection of readers) readOn(connection);
  }

  /**
   * Closes a connection after its last response. If the visitor has sent more than was read, closing both directions at
   * once would discard the response.
   */
  function endLast({ transport, hasMore }: Connection): void {
    if (hasMore) transport.end();
    else transport.endBothWays();
  }

  function pause(connection: Connection, state: "waiting" | "full" | "leaving"): void {
    connection.state = state;
    connection.transport.pause();
  }

  function readOn(connection: Connection): void {
    connection.state = "reading";
    const { buffered } = connection;
    connection.buffered = null;
    if (buffered) read(connection, buffered);
    if (connection.state === "reading") connection.transport.resume();
  }

  function dropRest(connection: Connection): void {
    connection.state = "ending";
    connection.buffered = null;
    connection.hasMore = true;
    connection.transport.resume();
  }

  function leave(connection: Connection, buffered: Buffer): void {
    connection.buffered = buffered;
    if (hasAnswers(connection)) pause(connection, "leaving");
    else handOver(connection);
  }

  function handOver(connection: Connection): void {
    const { transport, peer, buffered } = connection;
    connection.state = "left";
    connection.buffered = null;
    const stream = transport.toStream(buffered);
    // Sets properties that the HTTP server's own sockets have.
    Object.defineProperties(stream, { remoteAddress: { value: peer }, encrypted: { value: transport.isTls } });
    connections.setStream(connection, stream);
    httpServer.emit("connection", stream);
  }

  /**
   * Takes a connection back from the HTTP server, whose parser rejected a target that is percent-encoded here, and
   * continues with the buffered request.
   */
  function reclaim(connection: Connection, stream: Duplex): void {
    const { transport, buffered } = connection;
    if (!stream.writable || !buffered) return;
    const unread = transport.reclaim();
    connections.removeStream(stream);
    connection.buffered = unread ? Buffer.concat([buffered, unread]) : buffered;
    readOn(connection);
  }

  return {
    listen: server.listen,
    listenTls: async (...where) => {
      if (!tlsServer) throw new TypeError("TLS is not configured, so the listener can't accept TLS connections");
      return tlsServer.listen(...where);
    },
    connections: () => connections.count(),
    async stop(graceMs) {
      stopping = true;
      doors.closeConnections();
      const closed = new Promise<void>((resolve) => (lastClosed = resolve));
      server.stop();
      tlsServer?.stop();
      if (connections.count() === 0 && !tlsServer?.handshakes()) lastClosed();
      const idle = setTimeout(() => {
        if (connections.count() === 0) lastClosed();
        for (const connection of connections.all()) if (isIdle(connection)) connection.transport.destroy();
      }, graceMs);
      const busy = setTimeout(() => {
        for (const { transport } of connections.all()) transport.destroy();
      }, 2 * graceMs);
      await closed;
      clearTimeout(idle);
      clearTimeout(busy);
      clearInterval(sweep);
    },
  };
}

function isIdle(connection: Connection): boolean {
  const { state, underWay, buffered, transport } = connection;
  if (transport.isWaiting()) return false;
  return state === "left" ? underWay === 0 : state === "reading" && !hasAnswers(connection) && buffered === null;
}
