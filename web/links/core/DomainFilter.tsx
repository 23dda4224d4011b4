import { NativeSelect } from "@mantine/core";
import type { OwnDomain } from "./codePlaces.ts";
import classes from "./LinksPage.module.css";

interface DomainFilterProps {
  domains: readonly OwnDomain[];
  /** The name of one, empty for the default one; null: all. */
  value: string | null;
  onChange: (domain: string | null) => void;
}

/** No domain has such a name. */
const all = "*";

export function DomainFilter({ domains, value, onChange }: DomainFilterProps) {
  const named = domains.map(({ name, displayName }) => ({ value: name, label: displayName }));
  // Links of a removed one stay, and so does its address.
  const isKnown = value === null || value === "" || domains.some(({ name }) => name === value);
  return (
    <NativeSelect
      className={classes.domains ?? ""}
      size="md"
      aria-label="Domain"
      data={[
        { value: all, label: "All domains" },
        { value: "", label: "Default domain" },
        ...named,
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
      value={value ?? all}
      onChange={(event) => onChange(event.currentTarget.value === all ? null : event.currentTarget.value)}
    />
  );
}
