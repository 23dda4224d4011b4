/** Parts of a workspace that send data out or grant access while the owner is absent. */
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
  /**
   * Days after their creation or extension during which outlets of sessions and keys that had already ended are also
   * paused if credentials may be compromised.
   */
  recentDays: 30,
  /** Days for which unsent messages of a paused outlet are retained. */
  keptDays: 7,
  /** Minutes after a login or confirmation during which a session can create, redirect, extend and resume outlets. */
  confirmedMinutes: 10,
  /** Minutes for which an emailed confirmation code is valid. */
  codeMinutes: 10,
} as const;

/** Name of each kind in emails and on pages. */
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
