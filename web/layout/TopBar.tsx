import { Burger, Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { LiveBadge } from "../live/LiveBadge.tsx";
import { useUser } from "../session/SessionProvider.tsx";
import { ThemeToggle } from "../theme/ThemeToggle.tsx";
import { Logo } from "./Logo.tsx";
import classes from "./TopBar.module.css";

interface TopBarProps {
  menuOpened: boolean;
  onMenu: () => void;
  onLogout: () => void;
}

export function TopBar({ menuOpened, onMenu, onLogout }: TopBarProps) {
  const user = useUser();
  return (
    <header className={classes.bar}>
      <div className={classes.start}>
        <Burger opened={menuOpened} onClick={onMenu} size="sm" aria-label="Open menu" aria-expanded={menuOpened} />
        <Logo />
      </div>
      <LiveBadge />
      <ThemeToggle />
      <span className={classes.who}>
        <span className={classes.name}>{user.name || "User"}</span>
        <span className={classes.email}>{user.email}</span>
      </span>
      <Button
        className={classes.logout ?? ""}
        variant="default"
        size="sm"
        leftSection={<IconLogout size={16} aria-hidden />}
        onClick={onLogout}
      >
        Logout
      </Button>
    </header>
  );
}
