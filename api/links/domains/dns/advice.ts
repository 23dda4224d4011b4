import { isIPv6 } from "node:net";
import type { DomainState } from "@hoplog/schema/domains/state.js";
import { z } from "zod";
import { displayNameOf, isApex } from "./names.ts";
import { type CheckedDomain, type Findings, txtName, txtValue, type Target } from "./findings.ts";

/**
 * Record types. ALIAS is the name that many providers give a CNAME that may coexist with other records; others call it
 * ANAME, or flattening.
 */
export const recordTypes = ["TXT", "CNAME", "A", "AAAA", "ALIAS"] as const;

/** A record that the owner has to create. */
export const dnsRecordSchema = z.object({
  type: z.enum(recordTypes),
  name: z.string(),
  value: z.string(),
  /** Whether the last check found this record or an equivalent one. */
  isFound: z.boolean(),
});
export type DnsRecord = z.infer<typeof dnsRecordSchema>;

/** The findings before the first check. */
export const noFindings: Findings = { isOwned: null, traffic: null, addresses: [], hasOthers: false };

export function recordsFor({ name, token }: CheckedDomain, target: Target, findings: Findings): DnsRecord[] {
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
  /** Whether the domain is served for another account. */
  readonly isTaken: boolean;
  /** Time at which the domain will be lost unless its TXT record is set; null if it is not at risk. */
  readonly lostAt: Date | null;
}

/** Returns the problems of a domain with instructions for the owner; empty if there are none. */
export function problemsOf({ name, state, findings, records, isTaken, lostAt }: Checked): string[] {
  const shown = displayNameOf(name);
  const problems: string[] = [];
  if (isTaken) {
    problems.push(
      `${shown} is connected to another workspace. You can connect it after it has been removed there, or after the TXT record of that workspace has been missing for a week.`,
    );
  }
  if (findings.isOwned === null || findings.traffic === null) {
    problems.push(`DNS did not respond to the query for ${shown}. The check is repeated automatically.`);
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
    return `The record ${recordText(txt)} was not found. Add it at the domain's DNS provider; it can take some hours until the record is visible everywhere.`;
  }
  if (state === "lost") {
    return `The record ${recordText(txt)} has been missing for more than a week, so links in this domain no longer redirect. Add it again and check the domain.`;
  }
  const until = lostAt ? ` by ${lostAt.toISOString().slice(0, 10)}` : "";
  return `The record ${recordText(txt)} is missing. Add it again${until}. Otherwise, links in this domain stop redirecting, and another workspace may connect the domain.`;
}

function trafficProblem(shown: string, traffic: "partly" | "elsewhere" | "nowhere"): string {
  if (traffic === "nowhere") return `${shown} does not point to any server yet.`;
  if (traffic === "elsewhere") return `${shown} points to another server.`;
  return `${shown} also points to another server, so some visitors do not reach this service. Remove its other A and AAAA records.`;
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
        ? `${shown} has other records, for example for email. A CNAME would hide them, so do not add one. Add the record that is listed here next to them.`
        : `${shown} has other records, for example for email, and a CNAME can't coexist with them. Use a separate name for short links, such as go.${shown}.`,
    );
  }
  if (traffic === "elsewhere" && isApex(name)) {
    warnings.push(
      `${shown} already points to a website. After the records are changed, its visitors will reach this service instead.`,
    );
  }
  return warnings;
}
