import { useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { Button, Group, MultiSelect, NativeSelect, Switch, TextInput } from "@mantine/core";
import { foldedFilter } from "../../../ui/elements/foldedFilter.ts";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import {
  GroupNamesDocument,
  LinkCreatorsDocument,
  type LinkSort,
  OwnTagsDocument,
} from "../../../core/graphql/generated/graphql.ts";
import { newestFirst, readSort, sortOptions, writeSort } from "../view/sort.ts";
import { type LinkFilters, noFilters } from "./linkFilters.ts";
import classes from "./LinkFilterPanel.module.css";

interface LinkFilterPanelProps {
  filters: LinkFilters;
  sort: LinkSort | null;
  onChange: (changes: Partial<LinkFilters>) => void;
  onSort: (sort: LinkSort) => void;
  onTags: () => void;
}

const typingMs = 300;
const all = "";

/** All filters and sort orders of a link list. Changes apply immediately. */
export default function LinkFilterPanel({ filters, sort, onChange, onSort, onTags }: LinkFilterPanelProps) {
  const tags = useQuery(OwnTagsDocument, { fetchPolicy: "cache-and-network" });
  const groups = useQuery(GroupNamesDocument, { fetchPolicy: "cache-and-network" });
  const creators = useQuery(LinkCreatorsDocument, { fetchPolicy: "cache-and-network" }).data;
  const names = (tags.data?.tags ?? []).map(({ name }) => name);
  // Selected tags that were deleted are included, because the URL may still contain them.
  const offered = [...names, ...filters.tags.filter((name) => !names.includes(name))];
  return (
    <section className={`sheet ${classes.panel}`} aria-label="Filters">
      <MultiSelect
        className={classes.wide ?? ""}
        label="Tags"
        placeholder={filters.tags.length === 0 ? "Any" : ""}
        searchable
        filter={foldedFilter}
        clearable
        limit={50}
        nothingFoundMessage="No such tag"
        comboboxProps={{ withinPortal: true }}
        data={offered}
        value={[...filters.tags]}
        onChange={(chosen) => onChange({ tags: chosen })}
      />
      <NativeSelect
        label="URLs have"
        disabled={filters.tags.length === 0}
        data={[
          { value: "any", label: "any of these tags" },
          { value: "all", label: "all of these tags" },
          { value: "none", label: "none of these tags" },
        ]}
        value={filters.tagsMode}
        onChange={({ currentTarget: { value } }) =>
          onChange({ tagsMode: value === "all" || value === "none" ? value : "any" })
        }
      />
      <NativeSelect
        label="Group"
        data={[
          { value: all, label: "All groups" },
          ...(groups.data?.groups ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filters.groupId ?? all}
        onChange={({ currentTarget: { value } }) => onChange({ groupId: value === all ? null : value })}
      />
      <NativeSelect
        label="Archive"
        data={[
          { value: "exclude", label: "Not archived" },
          { value: "only", label: "Archived only" },
          { value: "include", label: "Archived too" },
        ]}
        value={filters.archived}
        onChange={({ currentTarget: { value } }) =>
          onChange({ archived: value === "only" || value === "include" ? value : "exclude" })
        }
      />
      {creators && (creators.apiKeys.length > 0 || filters.creator !== null) && (
        <NativeSelect
          label="Made by"
          data={[
            { value: all, label: "Anyone" },
            { value: creators.me.id, label: "You" },
            ...creators.apiKeys.map(({ id, name }) => ({ value: id, label: `API key ${name}` })),
          ]}
          value={filters.creator ?? all}
          onChange={({ currentTarget: { value } }) => onChange({ creator: value === all ? null : value })}
        />
      )}
      <TextInput
        size="sm"
        type="date"
        label="Created from"
        value={filters.createdFrom ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ createdFrom: value || null })}
      />
      <TextInput
        size="sm"
        type="date"
        label="Created until"
        value={filters.createdTo ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ createdTo: value || null })}
      />
      <CountField
        label="Clicks, at least"
        value={filters.clicksMin}
        onChange={(clicksMin) => onChange({ clicksMin })}
      />
      <CountField label="Clicks, at most" value={filters.clicksMax} onChange={(clicksMax) => onChange({ clicksMax })} />
      <TypedField
        label="External ID"
        maxLength={limits.externalIdMax}
        value={filters.externalId}
        onChange={(externalId) => onChange({ externalId })}
      />
      <NativeSelect
        label="Sort by"
        data={sortOptions.map(({ sort: one, label }) => ({ value: writeSort(one) ?? all, label }))}
        value={(sort && writeSort(sort)) ?? all}
        onChange={({ currentTarget: { value } }) => onSort(readSort(value) ?? newestFirst)}
      />
      <Group gap="lg" className={classes.whole}>
        <Switch
          label="Favourites only"
          checked={filters.favourite}
          onChange={(event) => onChange({ favourite: event.currentTarget.checked })}
        />
        <Switch
          label="With a note only"
          checked={filters.hasNote}
          onChange={(event) => onChange({ hasNote: event.currentTarget.checked })}
        />
        <Switch
          label="Dead destinations only"
          checked={filters.dead}
          onChange={(event) => onChange({ dead: event.currentTarget.checked })}
        />
        <span className={classes.spring} />
        <Button variant="default" size="compact-sm" onClick={onTags}>
          Manage tags
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(noFilters)}>
          Clear filters
        </Button>
      </Group>
    </section>
  );
}

interface TypedFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  maxLength: number;
  inputMode?: "numeric";
  error?: string | null;
}

/** A text field whose value applies once typing pauses. */
function TypedField({ value, onChange, ...field }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = useDebouncedCallback((text: string) => {
    onChange(text);
    setTyped(null);
  }, typingMs);
  return (
    <TextInput
      size="sm"
      autoComplete="off"
      {...field}
      value={typed ?? value}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        settle(text);
      }}
    />
  );
}

interface CountFieldProps {
  label: string;
  value: number | null;
  onChange: (count: number | null) => void;
}

function CountField({ label, value, onChange }: CountFieldProps) {
  return (
    <TypedField
      label={label}
      inputMode="numeric"
      maxLength={12}
      value={value === null ? "" : String(value)}
      onChange={(text) => {
        const digits = text.replaceAll(/\D/g, "");
        onChange(digits === "" ? null : Number(digits));
      }}
    />
  );
}
