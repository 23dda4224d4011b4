/** Label of a referrer that is a host of this installation's short links. */
export function ownLinkText(host: string): string {
  return `${host} (own short link)`;
}
