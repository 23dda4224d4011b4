import { useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { TagsInput } from "@mantine/core";
import type { ReactNode } from "react";
import { foldedFilter } from "../../ui/elements/foldedFilter.ts";
import { OwnTagsDocument } from "../../core/graphql/generated/graphql.ts";

interface TagsFieldProps {
  value: string[];
  onChange: (names: string[]) => void;
  label?: string;
  description?: string;
  error?: ReactNode;
}

/** Input for tag names: suggests existing ones and accepts others. */
export function TagsField({ value, onChange, label = "Tags", ...field }: TagsFieldProps) {
  const { data } = useQuery(OwnTagsDocument, { fetchPolicy: "cache-and-network" });
  return (
    <TagsInput
      label={label}
      placeholder={value.length === 0 ? "Type a name and press Enter" : ""}
      data={(data?.tags ?? []).map(({ name }) => name)}
      limit={50}
      filter={foldedFilter}
      maxTags={limits.tagsPerLink}
      maxLength={limits.tagNameMax}
      splitChars={[","]}
      acceptValueOnBlur
      clearable
      comboboxProps={{ withinPortal: true }}
      value={value}
      onChange={onChange}
      isDuplicate={(name, chosen) => chosen.some((other) => other.toLowerCase() === name.toLowerCase())}
      {...field}
    />
  );
}
