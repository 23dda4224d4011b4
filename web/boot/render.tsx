import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { RenderPages } from "../build/renderedPage.ts";
import { App } from "./App.tsx";
import { renderedPages } from "./renderedPages.ts";

/** Renders every prerendered page for the build, in its initial state, to be hydrated by main.tsx. */
export const renderPages: RenderPages = () =>
  Promise.all(
    Object.entries(renderedPages).map(async ([path, { screen, query, forGuests, startsOnUse }]) => {
      await screen.fetch();
      const html = renderToString(
        <StrictMode>
          <App router={(screens) => <StaticRouter location={path + query}>{screens}</StaticRouter>} />
        </StrictMode>,
      );
      return { path, html, forGuests, startsOnUse };
    }),
  );
