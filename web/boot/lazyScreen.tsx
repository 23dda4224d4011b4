import type { ComponentType } from "react";
import { lazy, useState } from "react";

interface LazyScreen {
  (): React.ReactNode;
  /** Loads the chunk; once it has resolved, the screen renders immediately, without a loader. */
  fetch(): Promise<unknown>;
}

/** A screen in its own chunk, loaded when it is first shown or by `fetch`. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let fetched: ComponentType | null = null;
  const fetch = async () => {
    fetched ??= await load();
    return { default: fetched };
  };
  const Lazy = lazy(fetch);
  function Screen() {
    // The component is stored in state, because another component type would lose the screen's state on the next
    // render.
    const [Shown] = useState(() => fetched ?? Lazy);
    return <Shown />;
  }
  return Object.assign(Screen, { fetch });
}
