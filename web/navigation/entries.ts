import { IconFolders, IconLayoutDashboard, IconLink, IconUserCircle } from "@tabler/icons-react";

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly description: string;
  readonly icon: typeof IconLink;
}

/** The signed-in screens, in the order of the sidebar. */
export const entries: readonly NavigationEntry[] = [
  { path: "/dashboard", label: "Dashboard", description: "Overview and analytics", icon: IconLayoutDashboard },
  { path: "/urls", label: "URLs", description: "Manage your short URLs", icon: IconLink },
  { path: "/groups", label: "Groups", description: "Organize URLs by groups", icon: IconFolders },
  { path: "/profile", label: "Profile", description: "Account settings", icon: IconUserCircle },
];
