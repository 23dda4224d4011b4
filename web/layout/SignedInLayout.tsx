import { Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { LiveNotice } from "../live/LiveNotice.tsx";
import { useSession } from "../session/SessionProvider.tsx";
import { Sidebar } from "./Sidebar.tsx";
import classes from "./SignedInLayout.module.css";
import { TopBar } from "./TopBar.tsx";

/** The frame of every signed-in screen: a fixed sidebar on wide screens, a drawer on small ones. */
export function SignedInLayout() {
  const [menuOpened, { open: openMenu, close: closeMenu }] = useDisclosure(false);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { signOut } = useSession();

  useEffect(() => closeMenu(), [closeMenu, pathname]);

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
        opened={menuOpened}
        onClose={closeMenu}
        size={288}
        withCloseButton={false}
        padding={0}
        classNames={{ body: classes.drawer ?? "" }}
        aria-label="Menu"
      >
        <Sidebar onEntry={closeMenu} onLogout={() => void logout()} />
      </Drawer>
      <div className={classes.main}>
        <TopBar menuOpened={menuOpened} onMenu={openMenu} onLogout={() => void logout()} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <LiveNotice />
          <Outlet />
        </main>
      </div>
    </div>
  );
}
