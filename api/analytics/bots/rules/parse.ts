import type { OwnVerdict, WorkspaceRules } from "@hoplog/schema/bots/workspaceRules.js";
import { hostnameOf } from "@hoplog/schema/domains/hostname.js";
import { validationError } from "@hoplog/schema/errors.js";
import { limits } from "@hoplog/schema/limits.js";
import { isPlainText } from "@hoplog/schema/validation/plainText.js";
import { addressRange } from "../../../links/core/options/conditionValues.ts";

/** Shorter prefixes would cover whole countries or providers. */
const smallestPrefix = { ipv4: 8, ipv6: 16 } as const;

/** Validates the rules. Throws VALIDATION_ERROR with the invalid fields; list entries are named by their index. */
export function parseRules({ verdicts, addresses, parameter }: WorkspaceRules): WorkspaceRules {
  const { ownVerdictsMax, ownAddressesMax } = limits;
  if (verdicts.length > ownVerdictsMax)
    throw validationError([{ field: "verdicts", message: `Must contain at most ${ownVerdictsMax} verdicts` }]);
  if (addresses.length > ownAddressesMax)
    throw validationError([
      { field: "addresses", message: `Must contain at most ${ownAddressesMax} addresses and networks` },
    ]);
  const problems: { field: string; message: string }[] = [];
  const parsed = verdicts.map((verdict, i) => {
    const { value, problem } = parseVerdict(verdict);
    if (problem) problems.push({ field: `verdicts.${i}.value`, message: problem });
    return { ...verdict, value };
  });
  const ranges = addresses.map((text, i) => {
    const range = addressRange(text.trim());
    const problem = range === null ? "Must be an IP address or a network such as 203.0.113.0/24" : rangeProblem(range);
    if (problem) problems.push({ field: `addresses.${i}`, message: problem });
    return range ?? text;
  });
  const marked = parameter && { name: parameter.name.trim(), value: parameter.value.trim() };
  problems.push(...(marked ? parameterProblems(marked) : []));
  if (problems.length > 0) throw validationError(problems);
  return { verdicts: withoutTwins(parsed), addresses: [...new Set(ranges)], parameter: marked };
}

function parseVerdict({ field, value: text }: OwnVerdict): { value: string; problem: string | null } {
  const value = text.trim();
  const { ownVerdictMin, ownVerdictMax } = limits;
  if (field === "network") {
    const asn = value.replace(/^AS/i, "");
    const isOne = /^[1-9]\d{0,9}$/.test(asn) && Number(asn) < 2 ** 32;
    return { value: asn, problem: isOne ? null : "Must be an autonomous system number, such as AS15169" };
  }
  if (field === "referrer") {
    const host = hostnameOf(value)?.replace(/^www\./, "");
    return { value: host ?? value, problem: host ? null : "Must be a host name, such as news.example" };
  }
  if (value.length < ownVerdictMin || value.length > ownVerdictMax)
    return { value, problem: `Must have ${ownVerdictMin} to ${ownVerdictMax} characters` };
  return { value, problem: isPlainText(value) ? null : "Contains control or invisible characters. Remove them." };
}

/** Keeps the first of several verdicts on the same value: the others would never apply. */
function withoutTwins(verdicts: readonly OwnVerdict[]): OwnVerdict[] {
  const byValue = Map.groupBy(verdicts, ({ field, value }) => `${field} ${value.toLowerCase()}`);
  return Array.from(byValue.values(), (twins) => twins.slice(0, 1)).flat();
}

function rangeProblem(range: string): string | null {
  const [address = "", bits] = range.split("/");
  const min = smallestPrefix[address.includes(":") ? "ipv6" : "ipv4"];
  if (bits === undefined || Number(bits) >= min) return null;
  return `The network is too large: its prefix length must be at least /${min}`;
}

function parameterProblems({ name, value }: { readonly name: string; readonly value: string }) {
  const { ownParameterNameMax, ownParameterValueMin, ownParameterValueMax } = limits;
  const problems: { field: string; message: string }[] = [];
  if (!/^[\w.-]+$/.test(name) || name.length > ownParameterNameMax || name.toLowerCase().startsWith("utm_")) {
    problems.push({
      field: "parameter.name",
      message: `Must have 1 to ${ownParameterNameMax} letters, digits, dots, hyphens or underscores, and must not begin with utm_`,
    });
  }
  if (value.length < ownParameterValueMin || value.length > ownParameterValueMax || !isPlainText(value)) {
    problems.push({
      field: "parameter.value",
      message: `Must have ${ownParameterValueMin} to ${ownParameterValueMax} characters. Choose a secret: anyone who knows it can hide visits.`,
    });
  }
  return problems;
}
