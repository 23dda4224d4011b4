import type { ApolloClient } from "@apollo/client";
import { FindLinksDocument } from "../../core/graphql/generated/graphql.ts";

/**
 * Returns the id of the only link with this name, code or short URL, or else of the only link that the search finds.
 * Throws RangeError if there is none, or several.
 */
export async function linkIdOf(client: ApolloClient, search: string): Promise<string> {
  const wanted = search.trim();
  const result = await client.query({ query: FindLinksDocument, variables: { search: wanted } });
  const found = (result.data?.links.edges ?? []).map(({ node }) => node);
  const same = found.filter(({ shortUrl, fullShortUrl, name }) => [shortUrl, fullShortUrl, name].includes(wanted));
  const [link, another] = same.length > 0 ? same : found;
  if (!link) throw new RangeError("No link has this name or short code");
  if (another) throw new RangeError("Several links match: enter the whole short code");
  return link.id;
}
