/** The property of a visit that an owner's verdict matches. */
export const verdictFields = ["agent", "network", "referrer"] as const;
export type OwnVerdictField = (typeof verdictFields)[number];

export const verdictKinds = ["person", "bot"] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** An owner's rule that classifies visits as person or bot. The first matching rule applies. */
export interface OwnVerdict {
  readonly field: OwnVerdictField;
  /**
   * A case-insensitive part of the user agent, the number of an autonomous system, or a host including its subdomains.
   */
  readonly value: string;
  readonly verdict: VerdictKind;
}

/** The rules of a workspace that classify visits of its links, in addition to the built-in rules. */
export interface WorkspaceRules {
  readonly verdicts: readonly OwnVerdict[];
  /** The sources of the workspace's own visits: addresses and networks in CIDR notation, never IPv4-mapped IPv6. */
  readonly addresses: readonly string[];
  /** A parameter of the short URL that marks own visits. */
  readonly parameter: { readonly name: string; readonly value: string } | null;
}

export const noWorkspaceRules: WorkspaceRules = { verdicts: [], addresses: [], parameter: null };
