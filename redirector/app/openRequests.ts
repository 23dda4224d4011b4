import { lineOfBytes } from "../passwords/networks.ts";

export interface OpenRequestsSettings {
  readonly addressBytes: (address: string) => Uint8Array;
  /** At once, streams and WebSockets of open pages among them. */
  readonly most: number;
  /** Of one IPv4 address, or of one /64 of IPv6. */
  readonly mostPerAddress: number;
}

/** The requests that the app is answering, so that nobody takes it for themselves by keeping theirs open. */
export interface OpenRequests {
  /** Says why there can't be another one; null: there is one more, until `end` is called with the same address. */
  begin(address: string): "busy" | "crowded" | null;
  end(address: string): void;
  count(): number;
}

/** Counts in this process's memory. */
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
