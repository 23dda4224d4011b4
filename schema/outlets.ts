/** Everything in a workspace that sends data out or gives access without its owner being present. */
export const outletKinds = [
  "webhook",
  "export",
  "report",
  "alarm",
  "sharedPage",
  "apiKey",
  "sqlAccess",
  "domainTarget",
] as const;

export type OutletKind = (typeof outletKinds)[number];

export const outletLimits = {
  /** Outlets of a lost session or key that are younger than this are paused, even if it had ended before. */
  recentDays: 30,
  /** How long a paused outlet keeps what it would have sent. */
  keptDays: 7,
  /** How long after a login or confirmation a session can create outlets. */
  confirmedMinutes: 10,
  /** How long a mailed confirmation code is valid. */
  codeMinutes: 10,
} as const;

/** The name of each kind in mails and on pages. */
export const outletKindNames: Readonly<Record<OutletKind, string>> = {
  webhook: "Webhook",
  export: "Export",
  report: "Report",
  alarm: "Alarm",
  sharedPage: "Shared page",
  apiKey: "API key",
  sqlAccess: "SQL access",
  domainTarget: "Domain target",
};
