import { SignedInLayout } from "../layout/SignedInLayout.tsx";
import { LiveUpdates } from "../live/LiveUpdates.tsx";
import { connection } from "./apollo.ts";

/** Whoever is signed in gets live counts on every screen. */
export function SignedIn() {
  return (
    <LiveUpdates connection={connection}>
      <SignedInLayout />
    </LiveUpdates>
  );
}
