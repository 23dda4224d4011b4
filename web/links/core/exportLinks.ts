import type { ApolloClient } from "@apollo/client";
import { limits } from "@hoplog/schema/limits.js";
import { saveCsv } from "../../core/files/saveFile.ts";
import type { ExportedLinksQuery } from "../../core/graphql/generated/graphql.ts";
import { ExportedLinksDocument, LinkOptionsDocument } from "../../core/graphql/generated/graphql.ts";
import { exportedOptions } from "./exportedOptions.ts";
import { type WantedLinks, wantedInput } from "./useLinkList.ts";

type ExportedLink = ExportedLinksQuery["links"]["edges"][number]["node"];

/** Downloads all links that match the list, including those not loaded, as a file that can be imported again. */
export async function exportLinks(client: ApolloClient, wanted: WantedLinks): Promise<void> {
  const rows: ReturnType<typeof rowOf>[] = [];
  let after: string | null = null;
  do {
    const page: ApolloClient.QueryResult<ExportedLinksQuery> = await client.query({
      query: ExportedLinksDocument,
      variables: { first: limits.listMax, filter: wantedInput(wanted), after },
      fetchPolicy: "no-cache",
    });
    const links = page.data?.links;
    for (const { node } of links?.edges ?? []) rows.push(rowOf(node, await optionsOf(client, node)));
    after = links?.pageInfo.hasNextPage ? links.pageInfo.endCursor : null;
  } while (after !== null);
  saveCsv(wanted.isActive ? "urls" : "inactive-urls", rows);
}

function rowOf(link: ExportedLink, options: string) {
  return {
    Name: link.name,
    "Original URL": link.originalUrl,
    "Short URL": link.shortUrl,
    Group: link.group?.name ?? "",
    "Full short URL": link.fullShortUrl,
    Clicks: link.clicks ?? "",
    Status: statusOf(link),
    Created: link.createdAt,
    Domain: link.domain?.name ?? "",
    Tags: tagsText(link.tags.map(({ name }) => name)),
    Note: link.note ?? "",
    "External ID": link.externalId ?? "",
    Archived: String(link.isArchived),
    Favourite: String(link.isFavourite),
    Options: options,
  };
}

/** Serializes a link's options. Rules and splits are large, so they are fetched only for links that have any. */
async function optionsOf(client: ApolloClient, link: ExportedLink): Promise<string> {
  if (!link.rules?.length && link.split === null) return exportedOptions(link, link.visitsLeft);
  const { data } = await client.query({
    query: LinkOptionsDocument,
    variables: { id: link.id },
    fetchPolicy: "no-cache",
  });
  if (!data) throw new Error("The server returned no options for the link");
  return exportedOptions(data.link, link.visitsLeft);
}

/** Joins tags by commas, or as JSON if an importer would split a name. */
function tagsText(names: readonly string[]): string {
  return names.some((name) => /^[[{]|[|;]/.test(name)) ? JSON.stringify(names) : names.join(", ");
}

function statusOf({ banReason, isActive, listing }: ExportedLink): string {
  if (banReason !== null) return "Banned";
  if (!isActive) return "Inactive";
  return listing ? "Listed" : "Active";
}
