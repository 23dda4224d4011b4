import { Suspense, lazy, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router-dom";
import { forgetToasts } from "../../core/errors/toastLog.ts";
import { LiveNotice } from "../../core/live/LiveNotice.tsx";
import { useSession } from "../../core/session/SessionProvider.tsx";
import { ScreenLoader } from "../../ui/elements/FullPageLoader.tsx";
import { Sidebar } from "./Sidebar.tsx";
import classes from "./SignedInLayout.module.css";
import { TopBar } from "./TopBar.tsx";

const RemovalNotice = lazy(() => import("./RemovalNotice.tsx"));
const MenuDrawer = lazy(() => import("./MenuDrawer.tsx"));

/** Layout of every signed-in screen: a fixed sidebar on wide screens, a drawer on small ones. */
export function SignedInLayout() {
  const { key } = useLocation();
  // Key of the history entry on which the menu was opened: any navigation closes the menu.
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const [everOpened, setEverOpened] = useState(false);
  const closeMenu = () => setOpenedAt(null);
  const openMenu = () => {
    setEverOpened(true);
    setOpenedAt(key);
  };
  const navigate = useNavigate();
  const { signOut } = useSession();

  const logout = async () => {
    // Leaves the signed-in screens first, because their guard would redirect to the log-in page.
    await navigate("/");
    await signOut();
    forgetToasts();
  };

  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <aside className={classes.fixed}>
        <Sidebar onLogout={() => void logout()} />
      </aside>
      {everOpened && (
        <Suspense fallback={null}>
          <MenuDrawer opened={openedAt === key} onClose={closeMenu} onLogout={() => void logout()} />
        </Suspense>
      )}
      <div className={classes.main}>
        <TopBar menuOpened={openedAt === key} onMenu={openMenu} onLogout={() => void logout()} />
        <main id="content" className={classes.content} tabIndex={-1}>
          <LiveNotice />
          <Suspense fallback={null}>
            <RemovalNotice />
          </Suspense>
          <Suspense fallback={<ScreenLoader />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}
