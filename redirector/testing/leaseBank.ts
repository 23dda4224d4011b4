import type { LeaseAnswer, LeaseSource } from "../caps/messages.ts";

/** Leases of one cap, in memory instead of Postgres. */
export interface LeaseBank extends LeaseSource {
  readonly leased: ReadonlyMap<string, number>;
  used(): number;
  /** Received requests in order. */
  readonly asked: { readonly waiting: number; readonly ahead: number }[];
  /** Faults of the next requests; later ones succeed. */
  readonly faults: ("not asked" | "answer lost" | "not executed")[];
  /** Ends a holder, which gets no more leases. */
  end(holder: string): void;
}

export function openLeaseBank(max: number): LeaseBank {
  const leased = new Map<string, number>();
  const ended = new Set<string>();
  const asked: { waiting: number; ahead: number }[] = [];
  const faults: LeaseBank["faults"] = [];
  let used = 0;

  function grant(lease: string, holder: string, waiting: number, ahead: number): LeaseAnswer {
    if (ended.has(holder)) return { state: "ended", granted: 0 };
    const present = leased.get(lease);
    if (present !== undefined) return { state: "granted", granted: present };
    if (used >= max) return { state: "used up", granted: 0 };
    const free = max - used - [...leased.values()].reduce((sum, visits) => sum + visits, 0);
    const granted = Math.min(free, waiting + Math.min(ahead, Math.floor(free / 16)));
    if (granted <= 0) return { state: "leased", granted: 0 };
    leased.set(lease, granted);
    return { state: "granted", granted };
  }

  return {
    leased,
    asked,
    faults,
    used: () => used,
    end: (holder) => ended.add(holder),
    async lease({ lease, holder, waiting, ahead }) {
      const fault = faults.shift();
      if (fault === "not asked") return { state: "busy", granted: 0 };
      asked.push({ waiting, ahead });
      if (fault === "not executed") return { state: "uncertain", granted: 0 };
      const answer = grant(lease, holder, waiting, ahead);
      return fault === "answer lost" ? { state: "uncertain", granted: 0 } : answer;
    },
    async settle({ lease, used: usedOfIt }) {
      const fault = faults.shift();
      if (fault === "not asked" || fault === "not executed") return false;
      const visits = leased.get(lease);
      if (visits !== undefined && leased.delete(lease)) used += Math.min(usedOfIt, visits);
      return fault !== "answer lost";
    },
  };
}
