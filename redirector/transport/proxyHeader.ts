import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Result of parsing the start of a connection from a proxy that uses the PROXY protocol. */
export type ProxyHeader =
  | { readonly kind: "incomplete" }
  | { readonly kind: "malformed" }
  /** `end` is the offset of the visitor's own bytes; `address` is null if the header does not contain one. */
  | { readonly kind: "whole"; readonly end: number; readonly address: string | null };

const incomplete: ProxyHeader = { kind: "incomplete" };
const malformed: ProxyHeader = { kind: "malformed" };

const textStart = Buffer.from("PROXY ");
/** Maximum length of a version 1 header, including its line break. */
const longestText = 107;
const binaryStart = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");
const binaryHeadBytes = 16;
/**
 * Maximum bytes of a version 2 header's variable part. The protocol allows 64 kB; load balancers send some hundred
 * bytes, or a few thousand with a client certificate.
 */
const longestAddition = 4096;

/** Parses a PROXY header of version 1 or 2; returns `malformed` for bytes that fit neither. */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (beginsLike(bytes, textStart)) return readText(bytes);
  if (beginsLike(bytes, binaryStart)) return readBinary(bytes);
  return malformed;
}

function beginsLike(bytes: Buffer, start: Buffer): boolean {
  const length = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, length, 0, length) === 0;
}

function readText(bytes: Buffer): ProxyHeader {
  const lineEnd = bytes.subarray(0, longestText).indexOf("\r\n");
  if (lineEnd < 0) return bytes.length < longestText ? incomplete : malformed;
  const end = lineEnd + 2;
  const [, family, ...rest] = bytes.toString("latin1", 0, lineEnd).split(" ");
  if (family === "UNKNOWN") return { kind: "whole", end, address: null };
  const version = { TCP4: 4, TCP6: 6 }[family ?? ""];
  const [source = "", destination = "", ...ports] = rest;
  const isWhole = ports.length === 2 && ports.every(isPort);
  if (!isWhole || version === undefined || isIP(source) !== version || isIP(destination) !== version) return malformed;
  return { kind: "whole", end, address: source };
}

function isPort(text: string): boolean {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535;
}

function readBinary(bytes: Buffer): ProxyHeader {
  if (bytes.length < binaryHeadBytes) return incomplete;
  const command = bytes.readUInt8(12);
  const family = bytes.readUInt8(13);
  const length = bytes.readUInt16BE(14);
  const end = binaryHeadBytes + length;
  if (length > longestAddition || !isCommand(command)) return malformed;
  const addressBytes = sourceBytes.get(family);
  if (addressBytes === undefined || (command === proxied && length < leastLength(addressBytes))) return malformed;
  if (bytes.length < end) return incomplete;
  if (command === local || addressBytes === 0) return { kind: "whole", end, address: null };
  const source = bytes.subarray(binaryHeadBytes, binaryHeadBytes + addressBytes);
  return { kind: "whole", end, address: ipaddr.fromByteArray([...source]).toString() };
}

/** Version 2, LOCAL: a connection from the proxy itself, such as a health check. */
const local = 0x20;
/** Version 2, PROXY: a connection on behalf of a client. */
const proxied = 0x21;

function isCommand(byte: number): boolean {
  return byte === local || byte === proxied;
}

/** Length of the source address in bytes, by family and transport; 0 if it is not an IP address. */
const sourceBytes: ReadonlyMap<number, number> = new Map([
  [0x00, 0],
  [0x11, 4],
  [0x21, 16],
  // A Unix socket.
  [0x31, 0],
]);

/** Returns the length of both addresses and both ports; 0 if the addresses are not IP addresses. */
function leastLength(addressBytes: number): number {
  return addressBytes === 0 ? 0 : 2 * addressBytes + 4;
}
