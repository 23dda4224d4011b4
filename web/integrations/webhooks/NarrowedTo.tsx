import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { useQuery } from "@apollo/client/react";
import { webhookLimits } from "@hoplog/schema/webhooks.js";
import { MultiSelect } from "@mantine/core";
import type { ReactNode } from "react";
import { foldedFilter } from "../../ui/elements/foldedFilter.ts";
import { GroupNamesDocument } from "../../core/graphql/generated/graphql.ts";
import { useFoundLinks } from "./useFoundLinks.ts";

interface Chosen {
  value: string[];
  error?: ReactNode;
  onChange: (ids: string[]) => void;
}

interface NarrowedToProps {
  links: Chosen;
  groups: Chosen;
}

/** The links and groups that a webhook is limited to; all links if there are none. */
export function NarrowedTo({ links, groups }: NarrowedToProps) {
  const found = useFoundLinks(links.value);
  const { data } = useQuery(GroupNamesDocument);
  const names = (data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const gone = groups.value.filter((id) => data && names.every(({ value }) => value !== id));
  const shared = {
    size: "md",
    searchable: true,
    hidePickedOptions: true,
    maxValues: webhookLimits.narrowedMax,
  } as const;
  return (
    <>
      <MultiSelect
        label="URLs"
        description="Only what happens to these and to those of the groups below; empty for all"
        placeholder={links.value.length === 0 ? "Name or short URL" : ""}
        {...shared}
        {...links}
        data={found.options}
        // The client does not filter the results, because the server searches more than the names.
        filter={({ options }) => options}
        onChange={(ids) => {
          found.remember();
          links.onChange(ids);
        }}
        onSearchChange={found.search}
        nothingFoundMessage={found.isLooking ? "Looking…" : "No such URL"}
      />
      <MultiSelect
        label="Groups"
        placeholder={groups.value.length === 0 ? "All" : ""}
        filter={foldedFilter}
        {...shared}
        {...groups}
        data={[...names, ...gone.map((id) => ({ value: id, label: "A group that is gone" }))]}
        nothingFoundMessage="No such group"
      />
    </>
  );
}
