import {
  IconBell,
  IconBookmark,
  IconBroadcast,
  IconCode,
  IconChartBar,
  IconDatabaseSearch,
  IconFolders,
  IconKey,
  IconLayoutDashboard,
  IconLink,
  IconReceipt,
  IconRobot,
  IconUnlink,
  IconUserCircle,
  IconWebhook,
  IconWorld,
} from "../../ui/elements/icons.ts";

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly description: string;
  readonly icon: typeof IconLink;
}

/** The screens of the sidebar's first section, in its order. */
export const entries: readonly NavigationEntry[] = [
  { path: "/dashboard", label: "Dashboard", description: "Overview and analytics", icon: IconLayoutDashboard },
  { path: "/urls", label: "URLs", description: "Manage your short URLs", icon: IconLink },
  { path: "/groups", label: "Groups", description: "Organize URLs by groups", icon: IconFolders },
  { path: "/profile", label: "Profile", description: "Account settings", icon: IconUserCircle },
];

/** The screens of the sidebar's second section. */
export const furtherEntries: readonly NavigationEntry[] = [
  { path: "/analytics", label: "Analytics", description: "All clicks, by any filter", icon: IconChartBar },
  { path: "/live", label: "Live clicks", description: "Clicks as they come in", icon: IconBroadcast },
  { path: "/analytics/sql", label: "SQL", description: "Queries of your own", icon: IconDatabaseSearch },
  { path: "/analytics/orphans", label: "Orphan visits", description: "Visits that led nowhere", icon: IconUnlink },
  { path: "/analytics/ledger", label: "Ledger", description: "Every request counted", icon: IconReceipt },
  { path: "/analytics/bots", label: "Bots", description: "What was taken for a bot", icon: IconRobot },
  { path: "/new", label: "From anywhere", description: "Bookmarklet and app", icon: IconBookmark },
  { path: "/settings/domains", label: "Domains", description: "Short URLs of your own", icon: IconWorld },
  { path: "/settings/alarms", label: "Alarms", description: "Mails about what is unusual", icon: IconBell },
  { path: "/settings/keys", label: "API keys", description: "Access for programs", icon: IconKey },
  { path: "/developers", label: "For developers", description: "REST and GraphQL", icon: IconCode },
  { path: "/settings/webhooks", label: "Webhooks", description: "What happens, for your server", icon: IconWebhook },
];
