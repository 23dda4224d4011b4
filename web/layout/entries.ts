import { IconLink } from "@tabler/icons-react";

export interface NavigationEntry {
  readonly path: string;
  readonly label: string;
  readonly description: string;
  readonly icon: typeof IconLink;
}

/** The signed-in screens, in the order of the sidebar. */
export const entries: readonly NavigationEntry[] = [
  { path: "/urls", label: "URLs", description: "Manage your short URLs", icon: IconLink },
];
