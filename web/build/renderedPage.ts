/** A page as boot/render.tsx renders it, for the build to write. */
export interface RenderedPage {
  readonly path: string;
  readonly html: string;
  readonly forGuests: boolean;
  /** Whether the app waits until somebody uses the page. */
  readonly startsOnUse: boolean;
}

export type RenderPages = () => Promise<RenderedPage[]>;
