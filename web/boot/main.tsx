import "../core/theme/mantineStyles.ts";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { tokens } from "../core/session/tokens.ts";
import { App, loadClient } from "./App.tsx";
import { renderedPages } from "./renderedPages.ts";
import { registerServiceWorker } from "./serviceWorker.ts";
import { SignedIn, ownScreens } from "./screenChunks.ts";

const app = (
  <StrictMode>
    {/* Transitions are off, because controls whose state is in the URL must update immediately, like local state. */}
    <App router={(screens) => <BrowserRouter useTransitions={false}>{screens}</BrowserRouter>} />
  </StrictMode>
);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element #root");
const { pathname, search } = window.location;
const signedIn = tokens.accessToken() !== null;
const page = root.dataset.page === pathname ? renderedPages[pathname] : undefined;

const rerender = () => {
  root.replaceChildren();
  delete root.dataset.guests;
  createRoot(root).render(app);
};

/** Hydrates the page and repeats the click that early.js has recorded, because React has missed it. */
const takeOver = (rendered: HTMLElement) => {
  const clicked = rendered.querySelector<HTMLElement>("[data-clicked-early]");
  clicked?.removeAttribute("data-clicked-early");
  hydrateRoot(rendered, app);
  clicked?.click();
};

if (page?.fits(new URLSearchParams(search)) === true && !(signedIn && page.forGuests)) {
  // The screen must be loaded before hydration, because React would otherwise replace it by a loader.
  void page.screen.fetch().then(() => takeOver(root), rerender);
} else rerender();

if (signedIn) {
  registerServiceWorker();
  // Preloads code that is needed once the session is known.
  const own = Object.entries(ownScreens).find(([path]) => path === pathname);
  for (const chunk of [loadClient(), ...(own ? [SignedIn.fetch(), own[1].fetch()] : [])]) chunk.catch(() => undefined);
}
