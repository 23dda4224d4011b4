import { useQuery } from "@apollo/client/react";
import type { ClickFilter } from "@hoplog/schema/clicks/filters.js";
import { useMemo } from "react";
import { GroupNamesDocument, OwnTagsDocument } from "../../core/graphql/generated/graphql.ts";
import { useOwnDomains } from "../../links/core/useOwnDomains.ts";
import { FilterChips } from "./FilterChips.tsx";
import { FilterForm } from "./FilterForm.tsx";
import type { Question } from "./useAccountAnalytics.ts";

interface FilterBarProps {
  question: Question;
  filters: readonly ClickFilter[];
  /** Whether the form for a new filter is open. */
  adding: boolean;
  onChange: (filters: readonly ClickFilter[]) => void;
}

const none: readonly { id: string; name: string }[] = [];

/** The active filters and a form to add one, in their own chunk because most views have no filters. */
export default function FilterBar({ question, filters, adding, onChange }: FilterBarProps) {
  const { data } = useQuery(GroupNamesDocument, { fetchPolicy: "cache-and-network" });
  const domains = useOwnDomains();
  const tags = useQuery(OwnTagsDocument, { fetchPolicy: "cache-and-network" }).data?.tags ?? none;
  const groups = data?.groups ?? none;
  const names = useMemo(() => new Map([...groups, ...tags].map(({ id, name }) => [id, name])), [groups, tags]);
  const own = { groups, tags, domains };
  return (
    <>
      {adding && <FilterForm question={question} filters={filters} own={own} onChange={onChange} />}
      <FilterChips filters={filters} names={names} onChange={onChange} />
    </>
  );
}
