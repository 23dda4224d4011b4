import type { ComponentType } from "react";
import { lazy, useState } from "react";

interface LazyScreen {
  (): React.ReactNode;
  /** Once it is resolved the screen shows at once, without a loader before it. */
  fetch(): Promise<unknown>;
}

/** A screen with a chunk of its own, fetched when it is first shown, or before. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let fetched: ComponentType | null = null;
  const fetch = async () => {
    fetched ??= await load();
    return { default: fetched };
  };
  const Lazy = lazy(fetch);
  function Screen() {
    // Kept, or what the screen holds would be lost with the next render.
    const [Shown] = useState(() => fetched ?? Lazy);
    return <Shown />;
  }
  return Object.assign(Screen, { fetch });
}
