// Sets the colour scheme before the first paint, so that a dark page never flashes white. The app takes over later.
(() => {
  let chosen = null;
  let session = null;
  try {
    chosen = localStorage.getItem("theme");
    session = localStorage.getItem("token");
  } catch {
    // If storage is blocked, the system's colour scheme applies.
  }
  const system = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const dark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  };
  paint();
  // CSS hides guest pages from signed-in users, who are redirected.
  if (session !== null) document.documentElement.setAttribute("data-session", "");

  // On pages that are mainly for reading, the app starts only when the user interacts with the page.
  const { app } = document.currentScript.dataset;
  if (app === undefined) return;
  const signs = ["pointerover", "pointerdown", "touchstart", "keydown", "focusin", "wheel", "scroll"];
  const start = () => {
    for (const sign of signs) removeEventListener(sign, start, true);
    system.removeEventListener("change", paint);
    void import(app);
  };
  // For signed-in users, the app starts immediately, because it shows them other content.
  if (session !== null) return start();
  for (const sign of signs) addEventListener(sign, start, { capture: true, passive: true });
  system.addEventListener("change", paint);
  // Marks a button that is clicked before the app has started; the app then repeats the click.
  const mark = ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-needs-script]") : null;
    button?.toggleAttribute("data-clicked-early", true);
  };
  addEventListener("click", mark, { capture: true, once: true });
})();
