import type { IsTrusted } from "@hoplog/platform/visitor/address.js";
import type { AcceptFigures } from "./acceptFigures.ts";
import { type Awaiting, createDeadlines } from "./deadlines.ts";
import { readProxyHeader } from "./proxyHeader.ts";
import type { Transport, TransportEvents } from "./transport.ts";

export interface ProxySettings {
  /** Returns whether connections from an address begin with a PROXY header. */
  readonly isTrusted: IsTrusted;
  readonly figures: AcceptFigures;
  readonly headerTimeoutMs: number;
  /** Maximum number of headers awaited at a time. */
  readonly maxHeaders: number;
  readonly now: () => number;
}

/**
 * A connection. `begun` is set once its header was read, or if the connection needs no header; `awaiting` while its
 * header is awaited.
 */
interface Proxied<V> {
  readonly transport: Transport;
  readonly address: string;
  begun: { readonly visitor: V } | null;
  awaiting: Awaiting<Transport> | null;
  header: Buffer;
}

const nothing = Buffer.alloc(0);

/** Removes the PROXY header from the connections of trusted proxies and reports the address in it. */
export function proxiedEvents<V>(inner: TransportEvents<V>, settings: ProxySettings): TransportEvents<Proxied<V>> {
  const { isTrusted, figures, headerTimeoutMs, maxHeaders, now } = settings;
  const refuseLate = (transport: Transport): void => {
    figures.refusedProxyHeaders.late++;
    transport.destroy();
  };
  const awaited = createDeadlines<Transport>({
    timeoutMs: headerTimeoutMs,
    max: maxHeaders,
    now,
    onLate: refuseLate,
    onCrowded: refuseLate,
  });

  function readHeader(proxied: Proxied<V>, bytes: Buffer): void {
    const { transport, address } = proxied;
    const all = proxied.header.length === 0 ? bytes : Buffer.concat([proxied.header, bytes]);
    const header = readProxyHeader(all);
    if (header.kind === "incomplete") {
      proxied.header = all;
      return;
    }
    // Ignores bytes after a rejected header until the connection is closed.
    if (!proxied.awaiting || !awaited.remove(proxied.awaiting)) return;
    if (header.kind === "malformed") {
      figures.refusedProxyHeaders.malformed++;
      transport.destroy();
      return;
    }
    const visitor = inner.onOpen(transport, header.address ?? address);
    proxied.begun = { visitor };
    proxied.header = nothing;
    if (header.end < all.length) inner.onData(visitor, all.subarray(header.end));
  }

  return {
    onOpen(transport, address) {
      const isProxy = isTrusted(address);
      const begun = isProxy ? null : { visitor: inner.onOpen(transport, address) };
      return { transport, address, begun, awaiting: isProxy ? awaited.add(transport) : null, header: nothing };
    },
    onData(proxied, bytes) {
      if (proxied.begun) inner.onData(proxied.begun.visitor, bytes);
      else readHeader(proxied, bytes);
    },
    onEnd({ begun, transport }) {
      if (begun) inner.onEnd(begun.visitor);
      else transport.destroy();
    },
    onDrain: ({ begun }) => begun && inner.onDrain(begun.visitor),
    onClose(proxied) {
      if (proxied.awaiting) awaited.remove(proxied.awaiting);
      if (proxied.begun) inner.onClose(proxied.begun.visitor);
    },
  };
}
