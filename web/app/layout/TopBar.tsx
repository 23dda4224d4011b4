import { ActionIcon, Burger, Button } from "@mantine/core";
import { IconLogout, IconSearch } from "../../ui/elements/icons.ts";
import { LiveBadge } from "../../core/live/LiveBadge.tsx";
import { openPalette, paletteKeys } from "../palette/openPalette.ts";
import { useUser } from "../../core/session/SessionProvider.tsx";
import { ThemeToggle } from "../../core/theme/ThemeToggle.tsx";
import { Logo } from "../../ui/elements/Logo.tsx";
import { NotificationButton } from "./NotificationButton.tsx";
import classes from "./TopBar.module.css";
import { Tip } from "../../ui/elements/Tip.tsx";

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
      <Tip below atEnd label={`Search and commands (${paletteKeys})`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label="Search and commands"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={openPalette}
        >
          <IconSearch size={20} aria-hidden />
        </ActionIcon>
      </Tip>
      <NotificationButton />
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
