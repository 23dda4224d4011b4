/**
 * `pending`: its ownership has never been proved. `verified`: it is, and its visitors come here. `misconfigured`: one of
 * its DNS records is missing or leads elsewhere. `lost`: its ownership could not be proved for longer than the grace.
 * `removed`: by its owner.
 */
export const domainStates = ["pending", "verified", "misconfigured", "lost", "removed"] as const;
export type DomainState = (typeof domainStates)[number];

/** In these redirectors answer for a domain, and may have a certificate for it. An index of Postgres names them too. */
export const servedStates: readonly DomainState[] = ["verified", "misconfigured"];

export function isServed(state: DomainState): boolean {
  return servedStates.includes(state);
}
