/**
 * Registers the service worker, which lets signed-in users install the app. A new worker takes over immediately; the
 * app also works without one.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => undefined);
}
