import { limits } from "@hoplog/schema/limits.js";
import { Button, Switch, TextInput } from "@mantine/core";
import type { Icon } from "../../ui/elements/icons.ts";
import {
  IconBookmark,
  IconColumns,
  IconFilter,
  IconKeyboard,
  IconLayoutGrid,
  IconSearch,
  IconTable,
} from "../../ui/elements/icons.ts";
import type { Ref } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { OwnDomain } from "./codePlaces.ts";
import { DomainFilter } from "./DomainFilter.tsx";
import { filterCount } from "./filters/linkFilters.ts";
import classes from "./LinksPage.module.css";
import type { useLinksAddress } from "./useLinksAddress.ts";
import type { ListLayout, useListView } from "./view/useListView.ts";

interface LinkToolsProps {
  address: ReturnType<typeof useLinksAddress>;
  domains: readonly OwnDomain[];
  view: ReturnType<typeof useListView>;
  searchField: Ref<HTMLInputElement>;
  /** Whether the filter panel is open. */
  filtering: boolean;
  onFiltering: () => void;
  /** Called when the user selects another list. */
  onOther: () => void;
  onViews: () => void;
  onColumns: () => void;
  onHelp: () => void;
}

/** Controls of the link list: search, domain and filters. */
export function LinkTools({ address, domains, view, searchField, onOther, onColumns, onHelp, ...on }: LinkToolsProps) {
  const holding = filterCount(address.filters);
  return (
    <div className={classes.tools}>
      <TextInput
        ref={searchField}
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
      <Button
        variant={holding > 0 ? "light" : "default"}
        aria-expanded={on.filtering}
        leftSection={<IconFilter size={17} aria-hidden />}
        onClick={on.onFiltering}
      >
        {holding === 0 ? "Filters" : `Filters (${holding})`}
      </Button>
      <Button variant="default" leftSection={<IconBookmark size={17} aria-hidden />} onClick={on.onViews}>
        Views
      </Button>
      <div className={classes.view} role="group" aria-label="View">
        <ViewButton icon={IconLayoutGrid} label="Cards" layout="cards" view={view} />
        <ViewButton icon={IconTable} label="Table" layout="table" view={view} />
        {view.layout === "table" && <IconButton icon={IconColumns} label="Columns" onClick={onColumns} />}
        <IconButton icon={IconKeyboard} label="Keyboard shortcuts" onClick={onHelp} />
      </div>
    </div>
  );
}

interface ViewButtonProps extends Pick<LinkToolsProps, "view"> {
  icon: Icon;
  label: string;
  layout: ListLayout;
}

function ViewButton({ icon, label, layout, view }: ViewButtonProps) {
  const isChosen = view.layout === layout;
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-pressed={isChosen}
      variant={isChosen ? "light" : "subtle"}
      color={isChosen ? "hop" : "gray"}
      onClick={() => view.setLayout(layout)}
    />
  );
}
