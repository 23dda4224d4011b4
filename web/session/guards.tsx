import { Navigate, Outlet } from "react-router-dom";
import { FullPageLoader } from "../elements/FullPageLoader.tsx";
import { guestHome, signedInHome } from "../navigation/paths.ts";
import { useSession } from "./SessionProvider.tsx";

export function SignedInOnly() {
  const { state } = useSession();
  if (state.status === "loading") return <FullPageLoader />;
  return state.status === "signedIn" ? <Outlet /> : <Navigate to={guestHome} replace />;
}

export function GuestsOnly() {
  const { state } = useSession();
  if (state.status === "loading") return <FullPageLoader />;
  return state.status === "guest" ? <Outlet /> : <Navigate to={signedInHome} replace />;
}
