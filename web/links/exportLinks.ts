import type { ApolloClient } from "@apollo/client";
import { limits } from "@hoplog/schema/limits.js";
import { saveCsv } from "../files/saveFile.ts";
import type { LinkCardFragment, LinksQuery } from "../graphql/generated/graphql.ts";
import { LinksDocument } from "../graphql/generated/graphql.ts";
import { type WantedLinks, wantedInput } from "./useLinkList.ts";

/** Saves every link that the list would show, whatever has been loaded of it. The file can be imported again. */
export async function exportLinks(client: ApolloClient, wanted: WantedLinks): Promise<void> {
  const all: LinkCardFragment[] = [];
  let after: string | null = null;
  do {
    const page: ApolloClient.QueryResult<LinksQuery> = await client.query({
      query: LinksDocument,
      variables: { first: limits.listMax, filter: wantedInput(wanted), after },
      fetchPolicy: "no-cache",
    });
    const links = page.data?.links;
    all.push(...(links?.edges.map((edge) => edge.node) ?? []));
    after = links?.pageInfo.hasNextPage ? links.pageInfo.endCursor : null;
  } while (after !== null);
  saveCsv(
    wanted.isActive ? "urls" : "inactive-urls",
    all.map((link) => ({
      Name: link.name,
      "Original URL": link.originalUrl,
      "Short URL": link.shortUrl,
      Group: link.group?.name ?? "",
      "Full short URL": link.fullShortUrl,
      Clicks: link.clicks ?? "",
      Status: statusOf(link),
      Created: link.createdAt,
      Domain: link.domain?.name ?? "",
      Tags: link.tags.map(({ name }) => name).join(", "),
      Note: link.note ?? "",
      "External ID": link.externalId ?? "",
    })),
  );
}

function statusOf({ banReason, isActive, listing }: LinkCardFragment): string {
  if (banReason !== null) return "Banned";
  if (!isActive) return "Inactive";
  return listing ? "Listed" : "Active";
}
