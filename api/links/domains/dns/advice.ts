import { isIPv6 } from "node:net";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import { z } from "zod";
import { displayNameOf, isApex } from "./names.ts";
import { type Asked, type Findings, txtName, txtValue, type Target } from "./findings.ts";

/**
 * Record types. ALIAS is the name that many providers give a CNAME that may coexist with other records; others call it
 * ANAME, or flattening.
 */
export const recordTypes = ["TXT", "CNAME", "A", "AAAA", "ALIAS"] as const;

/** A record that the owner has to set. */
export const dnsRecordSchema = z.object({
  type: z.enum(recordTypes),
  name: z.string(),
  value: z.string(),
  /** Whether the last check found it, or an equivalent record. */
  isFound: z.boolean(),
});
export type DnsRecord = z.infer<typeof dnsRecordSchema>;

/** The findings before the first check. */
export const nothingFound: Findings = { isOwned: null, traffic: null, addresses: [], hasOthers: false };

export function recordsFor({ name, token }: Asked, target: Target, findings: Findings): DnsRecord[] {
  const txt = { type: "TXT", name: txtName(name), value: txtValue(token), isFound: findings.isOwned === true } as const;
  const isFound = findings.traffic === "here";
  const addresses = findings.addresses.length > 0 ? findings.addresses : target.addresses.slice(0, 1);
  const { host } = target;
  if (host !== null && !isApex(name)) return [txt, { type: "CNAME", name, value: host, isFound }];
  if (addresses.length === 0 && host !== null) return [txt, { type: "ALIAS", name, value: host, isFound }];
  return [txt, ...addresses.map((value) => ({ type: isIPv6(value) ? "AAAA" : "A", name, value, isFound }) as const)];
}

export interface Checked {
  readonly name: string;
  readonly state: DomainState;
  readonly findings: Findings;
  readonly records: readonly DnsRecord[];
  /** Whether it is served for another account. */
  readonly isTaken: boolean;
  /** When the domain will be lost unless its TXT record is set; null if it is safe. */
  readonly lostAt: Date | null;
}

/** Returns the problems of a domain with instructions for the owner; empty if there are none. */
export function problemsOf({ name, state, findings, records, isTaken, lostAt }: Checked): string[] {
  const shown = displayNameOf(name);
  const problems: string[] = [];
  if (isTaken) {
    problems.push(
      `${shown} is connected to another account. It can be connected to yours once it has been removed there, or once the TXT record of that account has been missing for a week.`,
    );
  }
  if (findings.isOwned === null || findings.traffic === null) {
    problems.push(`DNS gave no answer about ${shown} just now. It is asked again by itself.`);
  }
  const [txt, ...traffic] = records;
  if (findings.isOwned === false && txt) problems.push(ownershipProblem(state, txt, lostAt));
  if (findings.traffic !== null && findings.traffic !== "here") {
    problems.push(`${trafficProblem(shown, findings.traffic)} Set ${traffic.map(recordText).join(" and ")}.`);
  }
  return problems;
}

function ownershipProblem(state: DomainState, txt: DnsRecord, lostAt: Date | null): string {
  if (state === "pending") {
    return `There is no record ${recordText(txt)} yet. Set it where the domain's DNS is managed; it may take some hours until it is seen everywhere.`;
  }
  if (state === "lost") {
    return `The record ${recordText(txt)} has been missing for more than a week, so the domain's links lead nowhere. Set it again and check the domain.`;
  }
  const until = lostAt ? ` by ${lostAt.toISOString().slice(0, 10)}` : "";
  return `The record ${recordText(txt)} is gone. Set it again${until}: otherwise the domain's links stop working, and somebody else may connect it.`;
}

function trafficProblem(shown: string, traffic: "partly" | "elsewhere" | "nowhere"): string {
  if (traffic === "nowhere") return `${shown} leads nowhere yet.`;
  if (traffic === "elsewhere") return `${shown} leads to another server.`;
  return `${shown} leads to another server too, so that some visitors don't come here: remove its other A and AAAA records.`;
}

function recordText({ type, name, value }: DnsRecord): string {
  return `${type} ${name} "${value}"`;
}

/** Returns warnings for the owner before DNS is changed. */
export function warningsOf(name: string, { hasOthers, traffic }: Findings, target: Target): string[] {
  const shown = displayNameOf(name);
  const warnings: string[] = [];
  if (hasOthers) {
    warnings.push(
      isApex(name) || target.host === null
        ? `${shown} has other records, for its mail perhaps. Don't set a CNAME for it, which would hide them: set the record that is named here beside them.`
        : `${shown} has other records, for its mail perhaps. A CNAME can't stand beside them: use a name of its own for short links, such as go.${shown}.`,
    );
  }
  if (traffic === "elsewhere" && isApex(name)) {
    warnings.push(`There is a site at ${shown} already. Its visitors come here instead once the records are changed.`);
  }
  return warnings;
}
