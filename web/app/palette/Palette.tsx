import { Suspense, lazy, useEffect, useState } from "react";
import { onOpenPalette } from "./openPalette.ts";

const CommandPalette = lazy(() => import("./CommandPalette.tsx"));

/** Listens for Ctrl-K or ⌘K; the palette itself is loaded when it is first opened. */
export function Palette() {
  const [opened, setOpened] = useState(false);
  useEffect(() => onOpenPalette(() => setOpened((before) => !before)), []);
  if (!opened) return null;
  return (
    <Suspense fallback={null}>
      <CommandPalette onClose={() => setOpened(false)} />
    </Suspense>
  );
}
