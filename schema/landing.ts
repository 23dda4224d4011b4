/** What `/` is: the page about the product, a form that shortens, or nothing but the way in. */
export const landings = ["full", "plain", "off"] as const;
export type Landing = (typeof landings)[number];

/** Where `/` leads instead of being a page of its own; null where it is one. */
export const landingPaths: Readonly<Record<Landing, string | null>> = { full: null, plain: "/new", off: "/login" };
