import { limits } from "@hoplog/schema/limits.js";
import { Switch, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { OwnDomain } from "./codePlaces.ts";
import { DomainFilter } from "./DomainFilter.tsx";
import classes from "./LinksPage.module.css";
import type { useLinksAddress } from "./useLinksAddress.ts";

interface LinkToolsProps {
  address: ReturnType<typeof useLinksAddress>;
  domains: readonly OwnDomain[];
  /** Another list was chosen. */
  onOther: () => void;
}

/** Which links are listed. */
export function LinkTools({ address, domains, onOther }: LinkToolsProps) {
  return (
    <div className={classes.tools}>
      <TextInput
        className={classes.search ?? ""}
        type="search"
        aria-label="Search URLs"
        placeholder="Search by name or original URL"
        maxLength={limits.searchMax}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={address.search}
        onChange={(event) => address.setSearch(event.currentTarget.value)}
      />
      {(domains.length > 0 || address.domain !== null) && (
        <DomainFilter
          domains={domains}
          value={address.domain}
          onChange={(chosen) => {
            onOther();
            address.setDomain(chosen);
          }}
        />
      )}
      <Switch
        label="Show Inactive URLs"
        checked={address.showInactive}
        onChange={(event) => {
          onOther();
          address.setShowInactive(event.currentTarget.checked);
        }}
      />
    </div>
  );
}
