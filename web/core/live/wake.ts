const tickMs = 5000;
/**
 * Milliseconds between timer calls above which the machine must have slept: background tabs run timers at least once a
 * minute.
 */
const asleepMs = 75_000;

/** Calls `listener` after the machine has slept or the network is back; returns the unsubscribe function. */
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
