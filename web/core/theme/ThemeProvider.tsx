import { MantineProvider, localStorageColorSchemeManager } from "@mantine/core";
import type { ReactNode } from "react";
import { Suspense, lazy } from "react";
import { useNeedsToastHost } from "../errors/toastsWanted.ts";
import { theme } from "./theme.ts";

const ToastHost = lazy(() => import("../errors/ToastHost.tsx"));

/** Stores `dark` or `light` once chosen; until then the system's setting applies. */
const colorSchemeManager = localStorageColorSchemeManager({ key: "theme" });

export function ThemeProvider({ children }: { children: ReactNode }) {
  const toasts = useNeedsToastHost();
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorSchemeManager}>
      {toasts && (
        <Suspense fallback={null}>
          <ToastHost />
        </Suspense>
      )}
      {children}
    </MantineProvider>
  );
}
