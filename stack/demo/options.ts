const dayMs = 24 * 60 * 60 * 1000;

/** What some of the demo's links have besides their URL, by name, as it is sent to the api. */
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

/** Of the one link that asks for one. */
export const demoLinkPassword = "hop-hop";
export const protectedLink = "Brand assets";

/** Of the one link with a split; they are numbered from 1. */
export const demoArms = [
  { name: "monthly", weight: 1 },
  { name: "yearly", weight: 1 },
] as const;

/** The link that they belong to. */
export const splitLink = "Pricing";
