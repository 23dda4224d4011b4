import { useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { FullPageLoader } from "../../ui/elements/FullPageLoader.tsx";
import { guestHome } from "../navigation/paths.ts";
import { forgetAddress, homeAfterSignIn, saveAddress } from "./afterSignIn.ts";
import { useSession } from "./SessionProvider.tsx";

export function SignedInOnly() {
  const { state } = useSession();
  const isSignedIn = state.status === "signedIn";
  useEffect(() => {
    if (isSignedIn) forgetAddress();
  }, [isSignedIn]);
  if (state.status === "loading") return <FullPageLoader />;
  return isSignedIn ? <Outlet /> : <ToSignIn />;
}

export function GuestsOnly() {
  const { state } = useSession();
  if (state.status === "loading") return <FullPageLoader />;
  return state.status === "guest" ? <Outlet /> : <Navigate to={homeAfterSignIn()} replace />;
}

function ToSignIn() {
  saveAddress(useLocation());
  return <Navigate to={guestHome} replace />;
}
