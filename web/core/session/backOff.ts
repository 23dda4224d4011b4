/**
 * Resolves after 0.1 seconds at first, then after 1, 2, 4, 8 and at most 15 seconds; earlier if the network is back or
 * the page becomes visible.
 */
export function backOff(attempt: number): Promise<void> {
  const ms = attempt === 0 ? 100 : Math.min(15_000, 500 * 2 ** attempt);
  // Jitter, so that many browsers don't reconnect at the same moment.
  const spread = ms * (0.75 + Math.random() / 2);
  return new Promise((resolve) => {
    const back = () => {
      clearTimeout(timer);
      window.removeEventListener("online", back);
      document.removeEventListener("visibilitychange", back);
      resolve();
    };
    const timer = setTimeout(back, spread);
    window.addEventListener("online", back);
    document.addEventListener("visibilitychange", back);
  });
}
