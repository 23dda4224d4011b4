import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconPlus, IconSearchOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { LogoMark } from "../layout/Logo.tsx";
import classes from "./LinksPage.module.css";
import type { useLinkList } from "./useLinkList.ts";

interface LinkListStatesProps {
  list: ReturnType<typeof useLinkList>;
  searching: boolean;
  inactive: boolean;
  onCreate: () => void;
  onClearSearch: () => void;
}

/** What stands below or instead of the cards: loading, nothing found, nothing yet, failed, more to load. */
export function LinkListStates({ list, searching, inactive, onCreate, onClearSearch }: LinkListStatesProps) {
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
      <Empty icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch URLs">
        <p>Your links are safe; only this list could not be loaded.</p>
        <Button variant="light" onClick={() => void list.refetch().catch(() => undefined)}>
          Retry
        </Button>
      </Empty>
    );
  }
  if (list.links.length === 0 && searching) {
    return (
      <Empty icon={<IconSearchOff size={40} stroke={1.4} aria-hidden />} title="No URLs found">
        <p>No {inactive ? "inactive" : "active"} URL has this in its name or original URL.</p>
        <Button variant="light" onClick={onClearSearch}>
          Clear search
        </Button>
      </Empty>
    );
  }
  if (list.links.length === 0 && inactive) {
    return (
      <Empty icon={<LogoMark size={46} />} title="No inactive URLs">
        <p>URLs that you deactivate stop redirecting and are kept here.</p>
      </Empty>
    );
  }
  if (list.links.length === 0) {
    return (
      <Empty icon={<LogoMark size={46} />} title="No URLs created yet">
        <p>Create a short URL, share it, and watch its clicks arrive here.</p>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onCreate}>
          Create your first URL
        </Button>
      </Empty>
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

function Empty({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className={classes.empty}>
      {icon}
      <h2>{title}</h2>
      {children}
    </div>
  );
}
