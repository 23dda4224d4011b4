import type { CaaRecord, Lookup } from "../domains/dns/lookup.ts";
import { AttemptFailure } from "./failure.ts";

/** The requester of a certificate, as CAA records identify it. */
export interface CaIdentity {
  /** The CA's names in CAA records; empty if the CA does not publish them; then only the CA can check the records. */
  readonly identities: readonly string[];
  /** The account's URL. */
  readonly account: string;
}

/** CAs must not issue if they do not know a critical tag; these tags are known to all CAs. */
const knownTags: ReadonlySet<string> = new Set(["issue", "issuewild", "iodef", "issuemail", "issuevmc"]);

/**
 * Throws AttemptFailure if CAA records (RFC 8659, RFC 8657) forbid the CA to issue for a host, or if DNS does not
 * respond. Uses the records of the host, or else of the closest parent domain that has any.
 */
export async function requireCaa(lookup: Pick<Lookup, "caa">, host: string, requester: CaIdentity): Promise<void> {
  const [identity] = requester.identities;
  if (identity === undefined) return;
  const labels = host.split(".");
  for (let from = 0; from < labels.length; from++) {
    const name = labels.slice(from).join(".");
    const records = await lookup.caa(name);
    if (records === null)
      throw new AttemptFailure("dns", `DNS did not respond to the query for CAA records of ${name}.`);
    if (records.length === 0) continue;
    const problem = problemOf(records, requester);
    if (problem === null) return;
    throw new AttemptFailure("caa", `${problem} Add the record: ${name} CAA 0 issue "${identity}"`);
  }
}

/** Returns the reason why these records forbid the CA to issue; null if they do not. */
function problemOf(records: readonly CaaRecord[], { identities, account }: CaIdentity): string | null {
  const unknown = records.find(({ isCritical, tag }) => isCritical && !knownTags.has(tag));
  if (unknown)
    return `A CAA record has the unknown critical tag ${unknown.tag}, so no certificate authority may issue certificates.`;
  const issue = records.filter(({ tag }) => tag === "issue").map(({ value }) => parseIssue(value));
  if (issue.length === 0) return null;
  const ours = issue.filter(({ ca }) => identities.includes(ca));
  if (ours.length === 0) {
    const others = issue.flatMap(({ ca }) => (ca === "" ? [] : [ca]));
    return others.length > 0
      ? `CAA records allow only ${others.join(", ")} to issue certificates.`
      : "CAA records forbid all certificate authorities to issue certificates.";
  }
  const fits = ours.some(
    ({ parameters }) =>
      (parameters.get("validationmethods") ?? "http-01").split(",").includes("http-01") &&
      (parameters.get("accounturi") ?? account) === account,
  );
  return fits
    ? null
    : `CAA records require another account or validation method; this service uses http-01 with the account ${account}.`;
}

/** Parses `ca.example; name=value; name=value`. */
function parseIssue(value: string): { readonly ca: string; readonly parameters: ReadonlyMap<string, string> } {
  const [ca = "", ...rest] = value.split(";").map((part) => part.trim());
  const parameters = rest.flatMap((part): [string, string][] => {
    const at = part.indexOf("=");
    return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]];
  });
  return { ca: ca.toLowerCase(), parameters: new Map(parameters) };
}
