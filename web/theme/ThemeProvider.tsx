import { MantineProvider, localStorageColorSchemeManager } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { theme } from "./theme.ts";

/** Holds `dark` or `light` once chosen; until then the system decides. */
const colorSchemeManager = localStorageColorSchemeManager({ key: "theme" });

export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto" colorSchemeManager={colorSchemeManager}>
      <Notifications position="top-right" autoClose={4000} />
      {children}
    </MantineProvider>
  );
}
