import { hostOfUrl } from "./hostname.ts";

/** The hosts of the default domain, as DNS has them: those of the app and of short links, and what an operator names. */
export function defaultHosts(urls: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...urls.map(hostOfUrl), ...others])].toSorted();
}
