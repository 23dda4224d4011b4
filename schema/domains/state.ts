/**
 * `pending`: its ownership has never been proved. `verified`: ownership is proved, and its DNS points here.
 * `misconfigured`: one of its DNS records is missing or points elsewhere. `lost`: its ownership could not be proved for
 * longer than the grace period. `removed`: its owner removed it.
 */
export const domainStates = ["pending", "verified", "misconfigured", "lost", "removed"] as const;
export type DomainState = (typeof domainStates)[number];

/**
 * The states in which redirectors serve a domain, and may have a certificate for it. An index in Postgres lists them
 * too.
 */
export const servedStates: readonly DomainState[] = ["verified", "misconfigured"];

export function isServed(state: DomainState): boolean {
  return servedStates.includes(state);
}
