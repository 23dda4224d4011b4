import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

/** A port that no other search for free ports returns until it is released or this process ends. */
export interface PortClaim {
  readonly port: number;
  release(): void;
}

/** First and last port, both included. */
export type PortRange = readonly [number, number];

/** Lower ports belong to well-known services, and fetch refuses some of them. */
const lowest = 10_240;
const highest = 65_535;
/** Minimum size of a range, so that its ports are not soon used up. */
const leastPorts = 1000;

/**
 * Returns an unused TCP port for a program that this process starts; the port stays claimed until this process ends.
 */
export async function freePort(): Promise<number> {
  return (await claimPort()).port;
}

/**
 * Claims an unused TCP port of 127.0.0.1 outside the range for outgoing connections, in which any program could take it
 * at any time. Searches begin at a random port. The claim is the UDP port of the same number, which the kernel gives to
 * only one process. Throws if no port is free.
 */
export async function claimPort(range = portsToListenOn(outgoingPorts())): Promise<PortClaim> {
  const [first, last] = range;
  const count = last - first + 1;
  const start = randomInt(count);
  for (let tried = 0; tried < count; tried++) {
    const claim = await claimIfFree(first + ((start + tried) % count));
    if (claim) return claim;
  }
  throw new Error(`No port between ${first} and ${last} is free`);
}

async function claimIfFree(port: number): Promise<PortClaim | null> {
  const socket = createSocket("udp4").unref();
  const release = (): void => void socket.close();
  const address = "127.0.0.1";
  const isClaimed = await isBound((done, fail) =>
    socket.once("error", fail).bind({ port, address, exclusive: true }, done),
  );
  const server = createServer();
  const isFree =
    isClaimed &&
    (await isBound((done, fail) => server.once("error", fail).listen({ port, host: address, exclusive: true }, done)));
  if (isFree) {
    await new Promise((resolve) => server.close(resolve));
    return { port, release };
  }
  release();
  return null;
}

function isBound(bind: (done: () => void, fail: () => void) => unknown): Promise<boolean> {
  return new Promise((resolve) => {
    bind(
      () => resolve(true),
      () => resolve(false),
    );
  });
}

/**
 * Returns the larger of the ranges below and above the range for outgoing connections; all ports if neither is large
 * enough.
 */
export function portsToListenOn([firstOutgoing, lastOutgoing]: PortRange): PortRange {
  const below: PortRange = [lowest, firstOutgoing - 1];
  const above: PortRange = [Math.max(lowest, lastOutgoing + 1), highest];
  const size = ([first, last]: PortRange): number => last - first + 1;
  const larger = size(below) >= size(above) ? below : above;
  return size(larger) < leastPorts ? [lowest, highest] : larger;
}

/** Returns the system's port range for outgoing connections, or its default on Linux and elsewhere. */
function outgoingPorts(): PortRange {
  try {
    const [first = Number.NaN, last = Number.NaN] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8")
      .trim()
      .split(/\s+/)
      .map(Number);
    if (first <= last) return [first, last];
  } catch {
    // The file does not exist, or this process has no permission to read it.
  }
  return process.platform === "linux" ? [32_768, 60_999] : [49_152, 65_535];
}
