const dayMs = 24 * 60 * 60 * 1000;

/** Returns the options of some demo links, by link name, in the API's form. */
export function demoOptions(now: number): Readonly<Record<string, object>> {
  const inDays = (days: number): string => new Date(now + days * dayMs).toISOString();
  return {
    "Launch announcement": {
      preview: {
        title: "Hoplog is here",
        description: "Short links that keep every click.",
        imageUrl: "https://example.com/launch.png",
      },
    },
    "Product tour": {
      timeZone: "Europe/Berlin",
      rules: [
        {
          name: "German visitors",
          when: {
            any: [
              { field: "country", op: "in", values: ["DE", "AT", "CH"] },
              { field: "language", op: "in", values: ["de"] },
            ],
          },
          then: { url: "https://example.com/de/tour" },
        },
        {
          name: "Phones",
          when: { field: "device", op: "in", values: ["mobile"] },
          then: { url: "https://example.com/tour/app" },
        },
      ],
    },
    "Quick start": { forwardQuery: true, appendPath: true },
    Pricing: {
      split: {
        sticky: true,
        arms: demoArms.map(({ name, weight }) => ({ name, weight, url: `https://example.com/pricing/${name}` })),
      },
    },
    "Webinar: links that last": { notBefore: inDays(-12), expiresAt: inDays(2), timeZone: "Europe/Berlin" },
    [protectedLink]: { password: demoLinkPassword },
    "Feedback form": { maxClicks: 250, maxClicksUrl: "https://example.com/feedback/closed" },
    "Meetup in Berlin": { expiresAt: inDays(-1), expiredUrl: "https://example.com/events" },
  };
}

/** Password of the only protected link. */
export const demoLinkPassword = "hop-hop";
export const protectedLink = "Brand assets";

/** Arms of the only link with a split; arms are numbered from 1. */
export const demoArms = [
  { name: "monthly", weight: 1 },
  { name: "yearly", weight: 1 },
] as const;

/** Name of the link that has these arms. */
export const splitLink = "Pricing";
