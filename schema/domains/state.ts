/**
 * `pending`: ownership was never proved. `verified`: ownership is proved, and the DNS records point here.
 * `misconfigured`: a DNS record is missing or points elsewhere. `lost`: ownership could not be proved for longer than
 * the grace period. `removed`: the owner removed the domain.
 */
export const domainStates = ["pending", "verified", "misconfigured", "lost", "removed"] as const;
export type DomainState = (typeof domainStates)[number];

/**
 * The states in which redirectors serve a domain and are allowed a certificate for it. Must match the Postgres index
 * `domain_served`.
 */
export const servedStates: readonly DomainState[] = ["verified", "misconfigured"];

export function isServed(state: DomainState): boolean {
  return servedStates.includes(state);
}
