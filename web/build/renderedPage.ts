/** A page rendered by boot/render.tsx and written by the build. */
export interface RenderedPage {
  readonly path: string;
  readonly html: string;
  readonly forGuests: boolean;
  /** Whether the app starts only when the user interacts with the page. */
  readonly startsOnUse: boolean;
}

export type RenderPages = () => Promise<RenderedPage[]>;
