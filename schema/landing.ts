/** What `/` shows: the product page, a form that shortens URLs, or only the sign-in. */
export const landings = ["full", "plain", "off"] as const;
export type Landing = (typeof landings)[number];

/** The page to which `/` redirects; null if `/` is a page of its own. */
export const landingPaths: Readonly<Record<Landing, string | null>> = { full: null, plain: "/new", off: "/login" };
