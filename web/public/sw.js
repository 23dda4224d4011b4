// Makes the app installable, and shows a page if the server can't be reached. It stores no pages, responses or tokens,
// so it can't show anything of an older release.
const page = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>Offline – hoplog</title>
  <style>
    body { font: 17px/1.5 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0 24px }
    h1 { font-size: 24px; margin: 0 }
  </style>
  <main>
    <h1>You are offline</h1>
    <p>hoplog can't be reached. Your links go on working. Load this page again once you are back.</p>
  </main>
</html>`;
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
  "cache-control": "no-store",
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => new Response(page, { status: 503, headers })));
});
