import "../core/theme/signedInStyles.ts";
import { ApolloProvider } from "@apollo/client/react";
import { SignedInLayout } from "../app/layout/SignedInLayout.tsx";
import { LiveUpdates } from "../core/live/LiveUpdates.tsx";
import { ConfirmSession } from "../reporting/outlets/ConfirmSession.tsx";
import { Palette } from "../app/palette/Palette.tsx";
import { apollo, connection } from "./apollo.ts";
import { Overlays } from "./Overlays.tsx";

/** Provides live counts, the command palette and the URL's modals on every signed-in screen. */
export function SignedIn() {
  return (
    <ApolloProvider client={apollo}>
      <LiveUpdates connection={connection}>
        <SignedInLayout />
        <Overlays />
        <Palette />
        <ConfirmSession />
      </LiveUpdates>
    </ApolloProvider>
  );
}
