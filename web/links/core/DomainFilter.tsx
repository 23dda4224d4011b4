import { NativeSelect } from "@mantine/core";
import type { OwnDomain } from "./codePlaces.ts";
import classes from "./LinksPage.module.css";

interface DomainFilterProps {
  domains: readonly OwnDomain[];
  /** A domain's name; empty for the default domain, null for all. */
  value: string | null;
  onChange: (domain: string | null) => void;
}

/** Select value for all domains; not a valid domain name. */
const all = "*";

export function DomainFilter({ domains, value, onChange }: DomainFilterProps) {
  const named = domains.map(({ name, displayName }) => ({ value: name, label: displayName }));
  // The URL may filter by a removed domain, because its links still exist.
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
