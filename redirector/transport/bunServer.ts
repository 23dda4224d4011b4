import type { BunRuntime, BunSocket } from "./bunRuntime.ts";
import { createLane, type Lane, type LaneEnds } from "./lane.ts";
import type { Transport, TransportEvents, TransportServer } from "./transport.ts";

/** What hangs on a socket. */
interface Carried<V> {
  readonly transport: BunTransport;
  readonly visitor: V;
}

type Socket<V> = BunSocket<Carried<V> | null>;

/** Connections by Bun's own sockets: half of what `node:net` takes there. */
export function createBunServer<V>(bun: BunRuntime, events: TransportEvents<V>): TransportServer {
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
            const transport = createBunTransport(socket);
            socket.data = { transport, visitor: events.onOpen(transport, socket.remoteAddress) };
          },
          data({ data }, bytes) {
            if (!data) return;
            if (data.transport.lane) data.transport.lane.take(bytes);
            else events.onData(data.visitor, bytes);
          },
          end({ data }) {
            if (!data) return;
            data.transport.lane?.take(null);
            events.onEnd(data.visitor);
            data.transport.peerEnded();
          },
          drain({ data }) {
            if (data?.transport.drain()) events.onDrain(data.visitor);
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
    data.transport.closed();
    events.onClose(data.visitor);
    socket.terminate();
  }
}

interface BunTransport extends Transport {
  readonly lane: Lane | null;
  /** Sends on. False while something still waits. */
  drain(): boolean;
  peerEnded(): void;
  closed(): void;
}

function createBunTransport<V>(socket: Socket<V>): BunTransport {
  /** What the system has not taken yet. */
  let unsent: Buffer[] = [];
  let isClosed = false;
  let hasEnded = false;
  let hasPeerEnded = false;
  let after: "stay" | "end" | "close" = "stay";
  let whenSent: (() => void) | null = null;
  let lane: Lane | null = null;

  /** What could not leave at once is copied: the bytes may be overwritten. False when something waits. */
  function send(bytes: Buffer, start: number, end: number): boolean {
    if (isClosed) return true;
    if (unsent.length > 0) {
      unsent.push(Buffer.from(bytes.subarray(start, end)));
      return false;
    }
    const sent = socket.write(bytes, start, end - start);
    if (sent === end - start || isClosed || sent < 0) return true;
    unsent.push(Buffer.from(bytes.subarray(start + sent, end)));
    return false;
  }

  function finish(next: "end" | "close"): void {
    after = after === "close" ? after : next;
    if (isClosed || unsent.length > 0) return;
    if (after === "close" || hasPeerEnded) {
      socket.close();
    } else if (!hasEnded) {
      hasEnded = true;
      socket.shutdown();
    }
  }

  /** Few connections become a stream. */
  const laneEnds = (): LaneEnds => ({
    write(bytes, done) {
      if (send(bytes, 0, bytes.length)) done();
      else whenSent = done;
    },
    end: () => finish("end"),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    destroy: () => socket.terminate(),
  });

  return {
    isTls: false,
    get lane() {
      return lane;
    },
    send,
    isWaiting: () => unsent.length > 0,
    isClosed: () => isClosed,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    end: () => finish("end"),
    endBothWays: () => finish("close"),
    destroy: () => socket.terminate(),
    toStream(buffered) {
      lane = createLane(laneEnds(), buffered);
      if (hasPeerEnded) lane.take(null);
      socket.resume();
      return lane.stream;
    },
    takeBack() {
      const unread = lane?.release() ?? null;
      lane = null;
      return unread;
    },
    drain() {
      for (let bytes = unsent[0]; bytes; bytes = unsent[0]) {
        const sent = socket.write(bytes, 0, bytes.length);
        if (sent < bytes.length) {
          if (sent > 0) unsent[0] = bytes.subarray(sent);
          return false;
        }
        unsent.shift();
      }
      const done = whenSent;
      whenSent = null;
      done?.();
      if (after !== "stay") finish(after);
      return true;
    },
    peerEnded() {
      hasPeerEnded = true;
      if (hasEnded) socket.close();
    },
    closed() {
      isClosed = true;
      unsent = [];
      lane?.destroy();
    },
  };
}
