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
  const dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
  // A page for guests stays hidden from whoever is going to be led away from it.
  if (session !== null) document.documentElement.setAttribute("data-session", "");
})();
