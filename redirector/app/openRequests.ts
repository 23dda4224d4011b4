import { lineOfBytes } from "../passwords/networks.ts";

export interface OpenRequestsSettings {
  readonly addressBytes: (address: string) => Uint8Array;
  /** Maximum concurrent requests, including streams and WebSockets of open pages. */
  readonly most: number;
  /** Maximum concurrent requests of one IPv4 address or IPv6 /64. */
  readonly mostPerAddress: number;
}

/** Counts the requests that the app is handling, so that no client can exhaust it by keeping requests open. */
export interface OpenRequests {
  /**
   * Adds a request; returns a reason if there are too many. If it returns null, call `end` with the same address later.
   */
  begin(address: string): "busy" | "crowded" | null;
  end(address: string): void;
  count(): number;
}

/** Creates counters in this process's memory. */
export function createOpenRequests({ addressBytes, most, mostPerAddress }: OpenRequestsSettings): OpenRequests {
  const byLine = new Map<string, number>();
  let count = 0;
  const lineFor = (address: string): string => lineOfBytes(addressBytes(address));
  return {
    begin(address) {
      if (count >= most) return "busy";
      const line = lineFor(address);
      const open = byLine.get(line) ?? 0;
      if (open >= mostPerAddress) return "crowded";
      byLine.set(line, open + 1);
      count++;
      return null;
    },
    end(address) {
      const line = lineFor(address);
      const left = (byLine.get(line) ?? 0) - 1;
      if (left > 0) byLine.set(line, left);
      else byLine.delete(line);
      count--;
    },
    count: () => count,
  };
}
