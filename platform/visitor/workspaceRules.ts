import type { OwnVerdict, WorkspaceRules } from "@hoplog/schema/bots/workspaceRules.js";
import ipaddr from "ipaddr.js";
import { flagBotReason } from "./botRules.ts";

/** The properties of a visitor that a workspace's rules test. */
export interface Visitor {
  readonly userAgent: string;
  /** Number of the autonomous system; 0 if unknown. */
  readonly asn: number;
  /** Host without www; empty for none. */
  readonly referrer: string;
}

/** The rules of a workspace, compiled for many visits. */
export interface CompiledRules {
  /**
   * Returns the bot reason of a visit that is the workspace's own; empty for any other. The address is in the 16 bytes
   * at `at`.
   */
  ownVisit(address: Uint8Array, at: number, query: string): string;
  /** Returns the bot reason of the owner's verdict on a visitor, empty for a person; null if no verdict matches. */
  verdict(visitor: Visitor): string | null;
}

export function compileRules({ verdicts, addresses, parameter }: WorkspaceRules): CompiledRules {
  const tests = verdicts.map((one) => ({ fits: testOf(one), reason: reasonOf(one) }));
  const ranges = addresses.map(rangeOf);
  return {
    ownVisit(address, at, query) {
      if (ranges.some((range) => isWithin(address, at, range))) return "own visit: address";
      if (parameter === null || !query.includes("=")) return "";
      const values = new URLSearchParams(query).getAll(parameter.name);
      return values.includes(parameter.value) ? "own visit: parameter" : "";
    },
    verdict: (visitor) => tests.find(({ fits }) => fits(visitor))?.reason ?? null,
  };
}

/** The inputs of a visit's classification. */
export interface ClassifiedVisit extends Visitor {
  /** The kind of request (`clickFlags`). */
  readonly flags: number;
  /** The bot reason of the user agent by the built-in rules; empty for a person. */
  readonly agentReason: string;
  /** The bot reason if the visit is the workspace's own; otherwise empty. */
  readonly ownVisit: string;
}

/**
 * Returns the bot reason of a visit; empty for a person. Tests in this order: the kind of request, whether the visit is
 * the workspace's own, the owner's rules, the built-in rules.
 */
export function botReasonOf(visit: ClassifiedVisit, rules: CompiledRules | null): string {
  return flagBotReason(visit.flags) || visit.ownVisit || (rules?.verdict(visit) ?? visit.agentReason);
}

function reasonOf({ field, verdict }: OwnVerdict): string {
  return verdict === "person" ? "" : `workspace: ${field}`;
}

function testOf({ field, value }: OwnVerdict): (visitor: Visitor) => boolean {
  const wanted = value.toLowerCase();
  switch (field) {
    case "agent":
      return ({ userAgent }) => userAgent.toLowerCase().includes(wanted);
    case "network":
      return ({ asn }) => asn !== 0 && String(asn) === wanted;
    case "referrer":
      return ({ referrer }) => referrer === wanted || referrer.endsWith(`.${wanted}`);
  }
}

/** A network: the first `bits` of 16 bytes, with IPv4 mapped into IPv6. */
interface Range {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

/** Parses an address or network. Throws if the text is neither. */
function rangeOf(text: string): Range {
  const [address, bits] = ipaddr.parseCIDR(text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`);
  if (address instanceof ipaddr.IPv4)
    return { bytes: Uint8Array.from(address.toIPv4MappedAddress().toByteArray()), bits: bits + 96 };
  return { bytes: Uint8Array.from(address.toByteArray()), bits };
}

function isWithin(address: Uint8Array, at: number, { bytes, bits }: Range): boolean {
  for (let i = 0; i < 16; i++) {
    const left = bits - i * 8;
    if (left <= 0) return true;
    const mask = left >= 8 ? 0xff : (0xff << (8 - left)) & 0xff;
    if ((((address[at + i] ?? 0) ^ (bytes[i] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}
