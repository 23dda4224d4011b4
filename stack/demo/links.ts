export interface DemoLink {
  readonly name: string;
  readonly originalUrl: string;
  readonly group: string | null;
  /** Share of the clicks, relative to the other links. */
  readonly weight: number;
  /** Days since the link's first click. */
  readonly age: number;
}

export const demoGroups = ["Launch", "Newsletter", "Documentation", "Events"];

/** Sorted by clicks; a few links get most of the clicks. */
export const demoLinks: readonly DemoLink[] = [
  ["Launch announcement", "https://example.com/blog/launch", "Launch", 30],
  ["Product tour", "https://example.com/tour", "Launch", 30],
  ["Autumn newsletter", "https://example.com/newsletter/autumn", "Newsletter", 21],
  ["Quick start", "https://example.com/docs/quick-start", "Documentation", 30],
  ["Pricing", "https://example.com/pricing", "Launch", 30],
  ["API reference", "https://example.com/docs/api", "Documentation", 30],
  ["Webinar: links that last", "https://example.com/events/webinar", "Events", 12],
  ["Case study: a museum", "https://example.com/customers/museum", "Newsletter", 18],
  ["Careers", "https://example.com/careers", null, 30],
  ["Meetup in Berlin", "https://example.com/events/berlin", "Events", 9],
  ["Changelog", "https://example.com/changelog", "Documentation", 30],
  ["Status page", "https://status.example.com/", null, 30],
  ["Podcast episode 12", "https://example.com/podcast/12", "Newsletter", 6],
  ["Brand assets", "https://example.com/press", null, 25],
  ["Feedback form", "https://forms.example.com/feedback", null, 14],
  ["Self-hosting guide", "https://example.com/docs/self-hosting", "Documentation", 22],
].map(([name, originalUrl, group, age], rank) => ({
  name: String(name),
  originalUrl: String(originalUrl),
  group: group === null ? null : String(group),
  weight: 1 / (rank + 1) ** 0.85,
  age: Number(age),
}));
