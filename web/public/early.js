// Runs before the first paint, so that a dark page never flashes white. The app takes over from there.
(() => {
  let chosen = null;
  let session = null;
  try {
    chosen = localStorage.getItem("theme");
    session = localStorage.getItem("token");
  } catch {
    // Storage may be closed to us: the system decides then.
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const dark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  paint();
  // A page for guests stays hidden from whoever is going to be led away from it.
  if (session !== null) document.documentElement.setAttribute("data-session", "");

  // On a page that is there to be read, the app starts with the first sign that somebody uses it.
  const { app } = document.currentScript.dataset;
  if (app === undefined) return;
  const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"];
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true);
    system.removeEventListener("change", paint);
    void import(app);
  };
  // It shows something else to whoever is signed in.
  if (session !== null) return start();
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  system.addEventListener("change", paint);
  // A finger may be quicker than the app, which takes the click from here.
  const mark = ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-needs-script]") : null;
    button?.toggleAttribute("data-clicked-early", true);
  };
  addEventListener("click", mark, { capture: true, once: true });
})();
