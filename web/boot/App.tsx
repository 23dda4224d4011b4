import type { ReactNode } from "react";
import { CrashBoundary } from "../core/errors/Crash.tsx";
import type { LoadClient } from "../core/graphql/ClientSource.tsx";
import { ClientSource } from "../core/graphql/ClientSource.tsx";
import { ServerUnavailable } from "../core/session/ServerUnavailable.tsx";
import { SessionProvider } from "../core/session/SessionProvider.tsx";
import { ThemeProvider } from "../core/theme/ThemeProvider.tsx";
import { Screens } from "./Screens.tsx";

export const loadClient: LoadClient = async () => (await import("./apollo.ts")).apollo;

/** The whole app; `router` provides the current location to the screens. */
export function App({ router }: { router: (screens: ReactNode) => ReactNode }) {
  return (
    <ThemeProvider>
      <ServerUnavailable />
      <CrashBoundary>
        <ClientSource load={loadClient}>
          <SessionProvider>{router(<Screens />)}</SessionProvider>
        </ClientSource>
      </CrashBoundary>
    </ThemeProvider>
  );
}
