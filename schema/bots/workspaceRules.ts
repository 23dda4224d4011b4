/** What of a visit a verdict of an owner looks at. */
export const verdictFields = ["agent", "network", "referrer"] as const;
export type OwnVerdictField = (typeof verdictFields)[number];

export const verdictKinds = ["person", "bot"] as const;
export type VerdictKind = (typeof verdictKinds)[number];

/** What an owner says of visitors. The first that fits a visit decides. */
export interface OwnVerdict {
  readonly field: OwnVerdictField;
  /** A part of the user agent in any case, the number of an autonomous system, or a host with all below it. */
  readonly value: string;
  readonly verdict: VerdictKind;
}

/** By which visits of a workspace's links are judged besides the built-in rules. */
export interface WorkspaceRules {
  readonly verdicts: readonly OwnVerdict[];
  /** Whose visits are the workspace's own: addresses and networks in CIDR, an IPv4 address never within IPv6. */
  readonly addresses: readonly string[];
  /** A parameter of the short URL that marks own visits. */
  readonly parameter: { readonly name: string; readonly value: string } | null;
}

export const noWorkspaceRules: WorkspaceRules = { verdicts: [], addresses: [], parameter: null };
