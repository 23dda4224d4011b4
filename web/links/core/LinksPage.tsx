import { useApolloClient } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconFileTypeCsv, IconFileUpload, IconPlus } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useCallback, useMemo, useState } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { filterCount, noFilters } from "./filters/linkFilters.ts";
import { LinkCards } from "./LinkCards.tsx";
import { type LinkDialog, LinkDialogs } from "./LinkDialogs.tsx";
import { LinkListStates } from "./LinkListStates.tsx";
import { formatCount } from "./linkTexts.ts";
import { LinkTools } from "./LinkTools.tsx";
import { useLinkJob } from "./jobs/useLinkJob.ts";
import { useBulk } from "./useBulk.ts";
import { useLinkActions } from "./useLinkActions.ts";
import { useLinkList, wantedInput } from "./useLinkList.ts";
import { useLinksAddress } from "./useLinksAddress.ts";
import { useOwnDomains } from "./useOwnDomains.ts";
import { useListRows } from "./useListRows.ts";
import { useSelection } from "./useSelection.ts";
import { useSingleKeys } from "./keys/useSingleKeys.ts";
import { newestFirst } from "./view/sort.ts";
import { useListView } from "./view/useListView.ts";

const BulkBar = lazy(() => import("./BulkBar.tsx"));
const LinkFilterPanel = lazy(() => import("./filters/LinkFilterPanel.tsx"));
const FilterChips = lazy(() => import("./filters/FilterChips.tsx"));
const JobBar = lazy(() => import("./jobs/JobBar.tsx"));
const LinkTable = lazy(() => import("./LinkTable.tsx"));

export function LinksPage() {
  const address = useLinksAddress();
  const { debounced, showInactive, domain, filters } = address;
  const domains = useOwnDomains();
  const view = useListView();
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const [dialog, setDialog] = useState<LinkDialog | null>(null);
  const [filtering, setFiltering] = useState(false);
  const [exporting, setExporting] = useState(false);
  const client = useApolloClient();

  const wanted = useMemo(
    () => ({ search: debounced, isActive: !showInactive, domain, filters }),
    [debounced, showInactive, domain, filters],
  );
  const list = useLinkList({
    wanted,
    layout: view.layout,
    converted: view.layout === "table" && view.columns.some((key) => key === "conversions" || key === "revenue"),
    sort: address.sort,
  });
  const holding = filterCount(filters);
  const actions = useLinkActions();
  const selection = useSelection(list.links);
  const job = useLinkJob();
  const filter = useMemo(() => wantedInput(wanted), [wanted]);
  const bulk = useBulk({ selection, actions, job, filter });
  const close = useCallback(() => setDialog(null), []);
  const { rows, searchField } = useListRows({
    list,
    address,
    actions,
    selection,
    singleKeys,
    dialog,
    onDialog: setDialog,
  });

  const selectedCount = () => (bulk.allMatching ? list.totalCount : null) ?? selection.selected.length;
  const exportAll = async () => {
    setExporting(true);
    // The export is loaded on demand, because the code that reads options would be a tenth of the page's size.
    await import("./exportLinks.ts")
      .then(({ exportLinks }) => exportLinks(client, wanted))
      .catch((error: unknown) => toastError(error, "The URLs could not be exported"));
    setExporting(false);
  };
  return (
    <>
      <PageHead
        title="URLs"
        subtitle={
          list.firstLoad || list.stale || list.failed || list.totalCount === null
            ? "Manage your short URLs"
            : summary(list.totalCount, showInactive, debounced)
        }
      >
        <Button
          variant="default"
          leftSection={<IconFileUpload size={18} aria-hidden />}
          onClick={() => setDialog({ kind: "import" })}
        >
          Import
        </Button>
        {list.links.length > 0 && (
          <Button
            variant="default"
            loading={exporting}
            leftSection={<IconFileTypeCsv size={18} aria-hidden />}
            onClick={() => void exportAll()}
          >
            Export
          </Button>
        )}
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={address.create}>
          Create New URL
        </Button>
      </PageHead>
      <LinkTools
        address={address}
        domains={domains}
        view={view}
        searchField={searchField}
        filtering={filtering}
        onFiltering={() => setFiltering(!filtering)}
        onOther={selection.clear}
        onViews={() => setDialog({ kind: "views" })}
        onColumns={() => setDialog({ kind: "columns" })}
        onHelp={() => setDialog({ kind: "help" })}
      />
      <Suspense fallback={null}>{job.jobId !== null && <JobBar jobId={job.jobId} onShow={job.show} />}</Suspense>

      <Suspense fallback={filtering ? <Skeleton height={260} radius="lg" mb="lg" /> : null}>
        {filtering && (
          <LinkFilterPanel
            filters={filters}
            sort={address.sort}
            onChange={(changes) => {
              selection.clear();
              address.changeFilters(changes);
            }}
            onSort={address.setSort}
            onTags={() => setDialog({ kind: "tags" })}
          />
        )}
        {holding > 0 && <FilterChips filters={filters} onChange={address.changeFilters} />}
      </Suspense>
      {list.links.length > 0 && view.layout === "cards" && <LinkCards {...rows} />}
      {list.links.length > 0 && view.layout === "table" && (
        <Suspense fallback={<Skeleton height={420} radius="lg" />}>
          <LinkTable
            {...rows}
            columns={view.columns}
            sort={address.sort ?? newestFirst}
            onSort={address.setSort}
            allSelected={selection.selected.length === list.links.length}
            onSelectAll={(wanted) => (wanted ? selection.all() : selection.clear())}
          />
        </Suspense>
      )}
      <LinkListStates
        list={list}
        searching={debounced !== ""}
        inDomain={domain !== null}
        inactive={showInactive}
        filtered={holding > 0}
        onClearFilters={() => address.changeFilters(noFilters)}
        onCreate={address.create}
        onClearSearch={() => address.setSearch("")}
        onAllDomains={() => address.setDomain(null)}
      />
      <Suspense fallback={null}>
        {selection.selected.length > 0 && (
          <BulkBar
            selected={selection.selected}
            shown={list.links.length}
            matching={list.totalCount ?? list.links.length}
            allMatching={bulk.allMatching}
            inactive={showInactive}
            busy={bulk.busy}
            onSelectAll={selection.all}
            onSelectMatching={bulk.selectMatching}
            onClear={bulk.clear}
            onSwitch={() => void bulk.change({ isActive: showInactive })}
            onMove={(groupId) => void bulk.change({ groupId })}
            onChange={(change) => void bulk.change(change)}
            onEdit={() => setDialog({ kind: "editAll", count: selectedCount() })}
            onDelete={() => setDialog({ kind: "deleteAll", count: selectedCount() })}
          />
        )}
      </Suspense>

      <LinkDialogs
        dialog={dialog}
        address={address}
        sample={list.links.find((link) => link.domain === null)}
        view={view}
        singleKeys={singleKeys}
        onSingleKeys={setSingleKeys}
        onClose={close}
        onDelete={actions.remove}
        onDeleteAll={bulk.remove}
        onEditAll={bulk.edit}
      />
    </>
  );
}

function summary(count: number, inactive: boolean, search: string): string {
  const links = `${formatCount(count)} ${inactive ? "inactive" : "active"} ${count === 1 ? "URL" : "URLs"}`;
  return search === "" ? links : `${links} matching "${search}"`;
}
