import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { FullPageLoader } from "../../ui/elements/FullPageLoader.tsx";
import { guestHome } from "../navigation/paths.ts";
import { forgetAddress, homeAfterSignIn, keepAddress } from "./afterSignIn.ts";
import { useSession } from "./SessionProvider.tsx";

export function SignedInOnly() {
  const { state } = useSession();
  const isThere = state.status === "signedIn";
  useEffect(() => {
    if (isThere) forgetAddress();
  }, [isThere]);
  if (state.status === "loading") return <FullPageLoader />;
  return isThere ? <Outlet /> : <ToSignIn />;
}

export function GuestsOnly() {
  const { state } = useSession();
  if (state.status === "loading") return <FullPageLoader />;
  return state.status === "guest" ? <Outlet /> : <Navigate to={homeAfterSignIn()} replace />;
}

function ToSignIn() {
  keepAddress(useLocation());
  return <Navigate to={guestHome} replace />;
}
