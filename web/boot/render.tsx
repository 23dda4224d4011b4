import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "./App.tsx";
import { renderedPages } from "./renderedPages.ts";

export interface RenderedPage {
  readonly path: string;
  readonly html: string;
  readonly forGuests: boolean;
}

export type RenderPages = () => Promise<RenderedPage[]>;

/** For the build: every rendered page as it is before anybody has used it, to be taken over by main.tsx. */
export const renderPages: RenderPages = () =>
  Promise.all(
    Object.entries(renderedPages).map(async ([path, { screen, query, forGuests }]) => {
      await screen.fetch();
      const html = renderToString(
        <StrictMode>
          <App router={(screens) => <StaticRouter location={path + query}>{screens}</StaticRouter>} />
        </StrictMode>,
      );
      return { path, html, forGuests };
    }),
  );
