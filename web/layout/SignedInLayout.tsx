import { Drawer } from "@mantine/core";
import { useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { LiveNotice } from "../live/LiveNotice.tsx";
import { useSession } from "../session/SessionProvider.tsx";
import { Sidebar } from "./Sidebar.tsx";
import classes from "./SignedInLayout.module.css";
import { TopBar } from "./TopBar.tsx";

/** The frame of every signed-in screen: a fixed sidebar on wide screens, a drawer on small ones. */
export function SignedInLayout() {
  const { key } = useLocation();
  // Open for one place of the history only: wherever a route leads, the menu is closed there.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const closeMenu = () => setOpenedAt(null);
  const navigate = useNavigate();
  const { signOut } = useSession();

  const logout = async () => {
    await signOut();
    await navigate("/");
  };

  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <aside className={classes.fixed}>
        <Sidebar onLogout={() => void logout()} />
      </aside>
      <Drawer
        opened={openedAt === key}
        onClose={closeMenu}
        size={288}
        withCloseButton={false}
        padding={0}
        classNames={{ body: classes.drawer ?? "" }}
        attributes={{ content: { "aria-label": "Menu" } }}
      >
        <Sidebar onEntry={closeMenu} onLogout={() => void logout()} />
      </Drawer>
      <div className={classes.main}>
        <TopBar menuOpened={openedAt === key} onMenu={() => setOpenedAt(key)} onLogout={() => void logout()} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <LiveNotice />
          <Outlet />
        </main>
      </div>
    </div>
  );
}
