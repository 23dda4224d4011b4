/** The short link as people read it: without the scheme. */
export function displayUrl(fullShortUrl: string): string {
  return fullShortUrl.replace(/^https?:\/\//, "");
}

const dateFormat = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", year: "numeric" });

export function formatDate(iso: string): string {
  return dateFormat.format(new Date(iso));
}

const countFormat = new Intl.NumberFormat();

export function formatCount(count: number): string {
  return countFormat.format(count);
}
