const tickMs = 5000;
/** Background tabs run timers at least once a minute; a longer gap means that the machine slept. */
const asleepMs = 75_000;

/** Calls `listener` after the machine slept or the network came back; returns the unsubscribe function. */
export function onWake(listener: () => void): () => void {
  let last = Date.now();
  const tick = () => {
    const now = Date.now();
    if (now - last > asleepMs) listener();
    last = now;
  };
  const timer = setInterval(tick, tickMs);
  window.addEventListener("online", listener);
  document.addEventListener("visibilitychange", tick);
  return () => {
    clearInterval(timer);
    window.removeEventListener("online", listener);
    document.removeEventListener("visibilitychange", tick);
  };
}
