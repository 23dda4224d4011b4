import { useApolloClient, useQuery } from "@apollo/client/react";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { failureOf } from "../../core/errors/failure.ts";
import { FindLinksDocument, LinkTitleDocument } from "../../core/graphql/generated/graphql.ts";

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Select options for links: search results, in addition to the selected ones. */
export function useFoundLinks(chosen: readonly string[]) {
  const client = useApolloClient();
  const [text, search] = useState("");
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const [first] = useState(chosen);
  const { data, loading } = useQuery(FindLinksDocument, { variables: { search: wanted } });

  // Only the ids of the initially selected links are known, so their names are loaded.
  useEffect(() => {
    for (const id of first) {
      client.query({ query: LinkTitleDocument, variables: { id } }).then(
        ({ data: title }) => {
          if (title) setNames((known) => new Map(known).set(id, optionOf(title.link).label));
        },
        (error: unknown) => {
          const isGone = failureOf(error).type === "NOT_FOUND_ERROR";
          if (isGone) setNames((known) => new Map(known).set(id, "A URL that is gone"));
        },
      );
    }
  }, [client, first]);

  const found = (data?.links.edges ?? []).map(({ node }) => optionOf(node));
  /** Stores the names of the found links, so that they are available after the search changes. */
  const remember = () =>
    setNames((known) => new Map([...known, ...found.map(({ value, label }) => [value, label] as const)]));
  const others = chosen.filter((id) => found.every(({ value }) => value !== id));
  const options = [...found, ...others.map((value): Option => ({ value, label: names.get(value) ?? value }))];
  return { options, search, remember, isLooking: loading || wanted !== text.trim() };
}

function optionOf({ id, name, fullShortUrl }: { id: string; name: string; fullShortUrl: string }): Option {
  return { value: id, label: `${name} (${fullShortUrl})` };
}
