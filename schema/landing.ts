/** Content of `/`: the product page, a form that shortens URLs, or only the sign-in. */
export const landings = ["full", "plain", "off"] as const;
export type Landing = (typeof landings)[number];

/** Page to which `/` redirects; null if `/` is itself a page. */
export const landingPaths: Readonly<Record<Landing, string | null>> = { full: null, plain: "/new", off: "/login" };
