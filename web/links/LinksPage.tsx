import { Button, Switch, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { Suspense, lazy, useCallback, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { DeleteLinkModal } from "./DeleteLinkModal.tsx";
import { LinkCard } from "./LinkCard.tsx";
import { LinkFormModal } from "./LinkFormModal.tsx";
import { LinkListStates } from "./LinkListStates.tsx";
import classes from "./LinksPage.module.css";
import { formatCount } from "./linkTexts.ts";
import { useLinkActions } from "./useLinkActions.ts";
import { useLinkList } from "./useLinkList.ts";

const AnalyticsModal = lazy(() => import("../analytics/AnalyticsModal.tsx"));

const searchDelayMs = 250;

/** What is open above the list; the analytics modal is in the address instead, so that it can be linked to. */
type Dialog =
  | { kind: "create" }
  | { kind: "edit"; link: LinkCardFragment }
  | { kind: "delete"; link: LinkCardFragment };

export function LinksPage() {
  const [search, setSearch] = useState("");
  const [debounced] = useDebouncedValue(search.trim(), searchDelayMs);
  const [showInactive, setShowInactive] = useState(false);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [query, setQuery] = useSearchParams();
  const analyticsOf = query.get("analytics");

  const list = useLinkList({ search: debounced, isActive: !showInactive });
  const actions = useLinkActions();
  const create = useCallback(() => setDialog({ kind: "create" }), []);
  const close = useCallback(() => setDialog(null), []);
  const showAnalytics = useCallback((link: LinkCardFragment) => setQuery({ analytics: link.id }), [setQuery]);
  const edit = useCallback((link: LinkCardFragment) => setDialog({ kind: "edit", link }), []);
  const remove = useCallback((link: LinkCardFragment) => setDialog({ kind: "delete", link }), []);

  return (
    <>
      <div className={classes.head}>
        <div>
          <h1 className={classes.title}>URLs</h1>
          <p className={classes.subtitle} aria-live="polite">
            {list.firstLoad || list.stale || list.failed
              ? "Manage your short URLs"
              : summary(list.totalCount, showInactive, debounced)}
          </p>
        </div>
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
          Create New URL
        </Button>
      </div>
      <div className={classes.tools}>
        <TextInput
          className={classes.search ?? ""}
          type="search"
          aria-label="Search URLs"
          placeholder="Search by name or original URL"
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Switch
          label="Show Inactive URLs"
          checked={showInactive}
          onChange={(event) => setShowInactive(event.currentTarget.checked)}
        />
      </div>

      {list.links.length > 0 && (
        <ul className={classes.grid} data-stale={list.stale} aria-label="Short URLs">
          {list.links.map((link) => (
            <li key={link.id}>
              <LinkCard
                link={link}
                busy={actions.busyId === link.id}
                onAnalytics={showAnalytics}
                onEdit={edit}
                onToggle={actions.toggle}
                onDelete={remove}
              />
            </li>
          ))}
        </ul>
      )}
      <LinkListStates
        list={list}
        searching={debounced !== ""}
        inactive={showInactive}
        onCreate={create}
        onClearSearch={() => setSearch("")}
      />

      <LinkFormModal
        opened={dialog?.kind === "create" || dialog?.kind === "edit"}
        link={dialog?.kind === "edit" ? dialog.link : null}
        onClose={close}
      />
      <DeleteLinkModal
        link={dialog?.kind === "delete" ? dialog.link : null}
        onClose={close}
        onConfirm={actions.remove}
      />
      {analyticsOf !== null && (
        <Suspense fallback={null}>
          <AnalyticsModal key={analyticsOf} linkId={analyticsOf} onClose={() => setQuery({})} />
        </Suspense>
      )}
    </>
  );
}

function summary(count: number, inactive: boolean, search: string): string {
  const links = `${formatCount(count)} ${inactive ? "inactive" : "active"} ${count === 1 ? "URL" : "URLs"}`;
  return search === "" ? links : `${links} matching "${search}"`;
}
