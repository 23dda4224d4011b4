import { Avatar, Button } from "@mantine/core";
import { IconLogout } from "../../ui/elements/icons.ts";
import { Link, NavLink } from "react-router-dom";
import { useUser } from "../../core/session/SessionProvider.tsx";
import { entries, furtherEntries, type NavigationEntry } from "../../core/navigation/entries.ts";
import { Logo } from "../../ui/elements/Logo.tsx";
import { signedInHome } from "../../core/navigation/paths.ts";
import classes from "./Sidebar.module.css";

interface SidebarProps {
  onEntry?: () => void;
  onLogout: () => void;
}

export function Sidebar({ onEntry, onLogout }: SidebarProps) {
  const user = useUser();
  return (
    <div className={classes.sidebar}>
      <Link to={signedInHome} className={classes.brand} onClick={onEntry} aria-label="hoplog">
        <Logo />
      </Link>
      <nav aria-label="Main" className={classes.nav}>
        <Entries of={entries} onEntry={onEntry} />
        <div className={classes.section}>
          <Entries of={furtherEntries} onEntry={onEntry} />
        </div>
      </nav>
      <div className={classes.user}>
        <div className={classes.person}>
          <Avatar radius="md" variant="filled" color="hop.8" aria-hidden>
            {initialOf(user)}
          </Avatar>
          <span className={classes.who}>
            <span className={classes.name}>{user.name || "User"}</span>
            <span className={classes.email}>{user.email}</span>
          </span>
        </div>
        <Button
          className={classes.logout ?? ""}
          variant="transparent"
          leftSection={<IconLogout size={18} aria-hidden />}
          justify="flex-start"
          fullWidth
          onClick={onLogout}
        >
          Logout
        </Button>
      </div>
    </div>
  );
}

function Entries({ of, onEntry }: { of: readonly NavigationEntry[]; onEntry: (() => void) | undefined }) {
  return of.map(({ path, label, description, icon: Icon }) => (
    <NavLink key={path} to={path} end className={classes.entry ?? ""} onClick={onEntry}>
      <Icon size={20} aria-hidden />
      <span>
        <span className={classes.label}>{label}</span>
        <span className={classes.description}>{description}</span>
      </span>
    </NavLink>
  ));
}

/** Returns the initial that is shown for a user without a picture. */
function initialOf(user: { name: string; email: string }): string {
  const [first] = (user.name.trim() || user.email.trim() || "U").toUpperCase();
  return first ?? "U";
}
