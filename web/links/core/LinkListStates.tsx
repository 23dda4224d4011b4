import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconPlus, IconSearchOff } from "../../ui/elements/icons.ts";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { LogoMark } from "../../ui/elements/Logo.tsx";
import classes from "./LinksPage.module.css";
import type { useLinkList } from "./useLinkList.ts";

interface LinkListStatesProps {
  list: ReturnType<typeof useLinkList>;
  searching: boolean;
  /** Whether the list is limited to one domain. */
  inDomain: boolean;
  inactive: boolean;
  /** Whether filters are active. */
  filtered: boolean;
  onClearFilters: () => void;
  onCreate: () => void;
  onClearSearch: () => void;
  onAllDomains: () => void;
}

/** States that are shown below or instead of the cards: loading, no results, no links yet, failed, more to load. */
export function LinkListStates({ list, searching, inDomain, inactive, filtered, ...on }: LinkListStatesProps) {
  if (list.firstLoad) {
    return (
      <div className={classes.grid} role="status" aria-label="Loading URLs">
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} height={228} radius="lg" />
        ))}
      </div>
    );
  }
  if (list.failed) {
    return (
      <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch URLs">
        <p>Your links are safe; only this list could not be loaded.</p>
        <Button variant="light" onClick={() => void list.refetch().catch(() => undefined)}>
          Retry
        </Button>
      </EmptyState>
    );
  }
  if (list.links.length === 0 && filtered) {
    return (
      <EmptyState icon={<IconSearchOff size={40} stroke={1.4} aria-hidden />} title="No URLs found">
        <p>No {inactive ? "inactive" : "active"} URL is as the filters want it.</p>
        <Button variant="light" onClick={on.onClearFilters}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  if (list.links.length === 0 && searching) {
    return (
      <EmptyState icon={<IconSearchOff size={40} stroke={1.4} aria-hidden />} title="No URLs found">
        <p>No {inactive ? "inactive" : "active"} URL has this in its name or original URL.</p>
        <Button variant="light" onClick={on.onClearSearch}>
          Clear search
        </Button>
      </EmptyState>
    );
  }
  if (list.links.length === 0 && inDomain) {
    return (
      <EmptyState icon={<IconSearchOff size={40} stroke={1.4} aria-hidden />} title="No URLs in this domain">
        <p>It has no {inactive ? "inactive" : "active"} URL.</p>
        <Button variant="light" onClick={on.onAllDomains}>
          Show all domains
        </Button>
      </EmptyState>
    );
  }
  if (list.links.length === 0 && inactive) {
    return (
      <EmptyState icon={<LogoMark size={46} />} title="No inactive URLs">
        <p>URLs that you deactivate stop redirecting and are kept here.</p>
      </EmptyState>
    );
  }
  if (list.links.length === 0) {
    return (
      <EmptyState icon={<LogoMark size={46} />} title="No URLs created yet">
        <p>Create a short URL, share it, and watch its clicks arrive here.</p>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={on.onCreate}>
          Create your first URL
        </Button>
      </EmptyState>
    );
  }
  if (!list.hasMore) return null;
  return (
    <div className={classes.center}>
      <Button variant="default" size="md" loading={list.loadingMore} onClick={() => void list.loadMore()}>
        Load more
      </Button>
    </div>
  );
}
