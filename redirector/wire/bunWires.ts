import { Duplex } from "node:stream";
import type { BunRuntime, BunSocket } from "./bunRuntime.ts";
import type { Wire, WireEvents, WireServer } from "./wire.ts";

/** What hangs on a socket. */
interface Carried<V> {
  readonly wire: BunWire;
  readonly visitor: V;
}

type Socket<V> = BunSocket<Carried<V> | null>;

/** Connections by Bun's own sockets: half of what `node:net` takes there. */
export function createBunWires<V>(bun: BunRuntime, events: WireEvents<V>): WireServer {
  let server: ReturnType<BunRuntime["listen"]> | null = null;
  return {
    async listen(port, host, reusePort) {
      server = bun.listen<Carried<V> | null>({
        hostname: host,
        port,
        reusePort,
        allowHalfOpen: true,
        socket: {
          open(socket) {
            const wire = createBunWire(socket);
            socket.data = { wire, visitor: events.onOpen(wire) };
          },
          data({ data }, bytes) {
            if (!data) return;
            if (data.wire.stream) data.wire.stream.take(bytes);
            else events.onData(data.visitor, bytes);
          },
          end({ data }) {
            if (!data) return;
            const { stream } = data.wire;
            if (stream) stream.take(null);
            else events.onEnd(data.visitor);
            data.wire.peerEnded();
          },
          drain({ data }) {
            if (!data || !data.wire.drain()) return;
            if (!data.wire.stream) events.onDrain(data.visitor);
          },
          close: closed,
          error: closed,
        },
      });
      return server.port;
    },
    stop: () => server?.stop(false),
  };

  function closed(socket: Socket<V>): void {
    const { data } = socket;
    if (!data) return;
    socket.data = null;
    data.wire.closed();
    events.onClose(data.visitor);
    socket.terminate();
  }
}

interface BunWire extends Wire {
  readonly stream: WireStream | null;
  /** Sends on. False while something still waits. */
  drain(): boolean;
  peerEnded(): void;
  closed(): void;
}

interface WireStream {
  /** Null is the end. */
  take(bytes: Buffer | null): void;
  destroy(): void;
}

function createBunWire<V>(socket: Socket<V>): BunWire {
  /** What the system has not taken yet. */
  let rest: Buffer[] = [];
  let isClosed = false;
  let hasEnded = false;
  let hasPeerEnded = false;
  let after: "stay" | "end" | "close" = "stay";
  let whenSent: (() => void) | null = null;
  let stream: WireStream | null = null;

  /** What could not leave at once is copied: the bytes may be overwritten. False when something waits. */
  function send(bytes: Buffer, start: number, end: number): boolean {
    if (isClosed) return true;
    if (rest.length > 0) {
      rest.push(Buffer.from(bytes.subarray(start, end)));
      return false;
    }
    const sent = socket.write(bytes, start, end - start);
    if (sent === end - start || isClosed || sent < 0) return true;
    rest.push(Buffer.from(bytes.subarray(start + sent, end)));
    return false;
  }

  function finish(next: "end" | "close"): void {
    after = after === "close" ? after : next;
    if (isClosed || rest.length > 0) return;
    if (after === "close" || hasPeerEnded) {
      socket.end();
    } else if (!hasEnded) {
      hasEnded = true;
      socket.shutdown();
    }
  }

  return {
    address: socket.remoteAddress,
    get stream() {
      return stream;
    },
    send,
    isWaiting: () => rest.length > 0,
    isClosed: () => isClosed,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => finish("end"),
    endBothWays: () => finish("close"),
    destroy: () => socket.terminate(),
    toStream(first) {
      const duplex = createStream();
      if (first) duplex.push(first);
      if (hasPeerEnded) duplex.push(null);
      socket.resume();
      return duplex;
    },
    drain() {
      for (let bytes = rest[0]; bytes; bytes = rest[0]) {
        const sent = socket.write(bytes, 0, bytes.length);
        if (sent < bytes.length) {
          if (sent > 0) rest[0] = bytes.subarray(sent);
          return false;
        }
        rest.shift();
      }
      const done = whenSent;
      whenSent = null;
      done?.();
      if (after !== "stay") finish(after);
      return true;
    },
    peerEnded() {
      hasPeerEnded = true;
      if (hasEnded) socket.end();
    },
    closed() {
      isClosed = true;
      rest = [];
      stream?.destroy();
    },
  };

  function createStream(): Duplex {
    const duplex = new Duplex({
      allowHalfOpen: true,
      read: () => socket.resume(),
      write(bytes: Buffer, _encoding, done) {
        if (send(bytes, 0, bytes.length)) done();
        else whenSent = done;
      },
      final(done) {
        finish("end");
        done();
      },
      destroy(error, done) {
        socket.terminate();
        done(error);
      },
    });
    Object.defineProperty(duplex, "remoteAddress", { value: socket.remoteAddress });
    stream = {
      take(bytes) {
        if (!duplex.push(bytes) && bytes !== null) socket.pause();
      },
      destroy: () => void duplex.destroy(),
    };
    return duplex;
  }
}
