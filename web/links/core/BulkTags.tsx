import { useQuery } from "@apollo/client/react";
import { Autocomplete, NativeSelect } from "@mantine/core";
import { foldedFilter } from "../../ui/elements/foldedFilter.ts";
import { limits } from "@hoplog/schema/limits.js";
import { tagNameProblem } from "@hoplog/schema/tags/tags.js";
import { useState } from "react";
import { type LinkCardFragment, OwnTagsDocument } from "../../core/graphql/generated/graphql.ts";
import type { BulkChange } from "./useLinkActions.ts";

interface BulkTagsProps {
  selected: readonly LinkCardFragment[];
  busy: boolean;
  onChange: (change: BulkChange) => void;
}

/** Adds a new or existing tag to all selected links, or removes a tag that at least one of them has. */
export function BulkTags({ selected, busy, onChange }: BulkTagsProps) {
  const { data } = useQuery(OwnTagsDocument, { fetchPolicy: "cache-and-network" });
  const [typed, setTyped] = useState("");
  const present = [...new Set(selected.flatMap(({ tags }) => tags.map(({ name }) => name)))].toSorted();
  const problem = typed.trim() === "" ? null : tagNameProblem(typed);
  const add = (name: string) => {
    if (tagNameProblem(name) !== null) return;
    onChange({ addTags: [name.trim()] });
    setTyped("");
  };
  return (
    <>
      <Autocomplete
        size="sm"
        w={150}
        aria-label="Add a tag"
        placeholder="Add a tag…"
        disabled={busy}
        limit={50}
        filter={foldedFilter}
        maxLength={limits.tagNameMax}
        comboboxProps={{ withinPortal: true, position: "top" }}
        data={(data?.tags ?? []).map(({ name }) => name)}
        value={typed}
        error={problem}
        onChange={setTyped}
        onOptionSubmit={add}
        onKeyDown={(event) => {
          const isChoosing = event.currentTarget.getAttribute("aria-activedescendant") !== null;
          if (event.key === "Enter" && !isChoosing) add(typed);
        }}
      />
      {present.length > 0 && (
        <NativeSelect
          size="sm"
          w={150}
          aria-label="Take a tag off"
          disabled={busy}
          value=""
          data={[{ value: "", label: "Take a tag off…" }, ...present]}
          onChange={({ currentTarget: { value } }) => value !== "" && onChange({ removeTags: [value] })}
        />
      )}
    </>
  );
}
