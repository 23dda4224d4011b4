/** A page as boot/render.tsx renders it, for the build to write. */
export interface RenderedPage {
  readonly path: string;
  readonly html: string;
  readonly forGuests: boolean;
}

export type RenderPages = () => Promise<RenderedPage[]>;
