import { useApolloClient } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconFileTypeCsv, IconFileUpload, IconPlus } from "@tabler/icons-react";
import { Suspense, lazy, useCallback, useState } from "react";
import { toastError } from "../errors/toasts.tsx";
import type { ListedLink } from "./listedLink.ts";
import { PageHead } from "../elements/PageHead.tsx";
import { copyShortUrl } from "./copyText.ts";
import { exportLinks } from "./exportLinks.ts";
import { LinkCard } from "./LinkCard.tsx";
import { LinkListStates } from "./LinkListStates.tsx";
import classes from "./LinksPage.module.css";
import { formatCount, shownUrl } from "./linkTexts.ts";
import { LinkTools } from "./LinkTools.tsx";
import { useLinkActions } from "./useLinkActions.ts";
import { useLinkList } from "./useLinkList.ts";
import { useLinksAddress } from "./useLinksAddress.ts";
import { useOwnDomains } from "./useOwnDomains.ts";
import { useSelection } from "./useSelection.ts";

const BulkBar = lazy(() => import("./BulkBar.tsx"));
const ConfirmModal = lazy(() => import("../elements/ConfirmModal.tsx"));
const LinkFormModal = lazy(() => import("./LinkFormModal.tsx"));
const QrModal = lazy(() => import("../qr/QrModal.tsx"));
const HistoryModal = lazy(() => import("./HistoryModal.tsx"));
const ImportModal = lazy(() => import("./ImportModal.tsx"));

/** What is open above the list; what can be linked to is in the address instead. */
type Dialog =
  | { kind: "edit" | "delete" | "qr"; link: ListedLink }
  | { kind: "deleteAll"; links: readonly ListedLink[] }
  | { kind: "import" };

export function LinksPage() {
  const address = useLinksAddress();
  const { debounced, showInactive, domain } = address;
  const domains = useOwnDomains();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useApolloClient();

  const list = useLinkList({ search: debounced, isActive: !showInactive, domain });
  const actions = useLinkActions();
  const selection = useSelection(list.links);
  const close = useCallback(() => setDialog(null), []);
  const open = useCallback((kind: "edit" | "delete" | "qr") => (link: ListedLink) => setDialog({ kind, link }), []);

  const exportAll = async () => {
    setBusy(true);
    await exportLinks(client, { search: debounced, isActive: !showInactive, domain }).catch((error: unknown) =>
      toastError(error, "The URLs could not be exported"),
    );
    setBusy(false);
  };
  const forSelected = async (change: { isActive: boolean } | { groupId: string | null }) => {
    setBusy(true);
    if (await actions.changeAll(selection.selected, change)) selection.clear();
    setBusy(false);
  };
  const removeSelected = async (links: readonly ListedLink[]) => {
    const gone = await actions.removeAll(links);
    if (gone) selection.clear();
    return gone;
  };

  return (
    <>
      <PageHead
        title="URLs"
        subtitle={
          list.firstLoad || list.stale || list.failed
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
            loading={busy}
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
      <LinkTools address={address} domains={domains} onOther={selection.clear} />

      {list.links.length > 0 && (
        <ul className={classes.grid} data-stale={list.stale} aria-label="Short URLs">
          {list.links.map((link) => (
            <li key={link.id}>
              <LinkCard
                link={link}
                selected={selection.has(link.id)}
                onSelect={selection.toggle}
                onAnalytics={address.showAnalytics}
                onGroup={address.showGroup}
                onQr={open("qr")}
                onHistory={address.showHistory}
                onEdit={open("edit")}
                onToggle={actions.toggle}
                onDelete={open("delete")}
              />
            </li>
          ))}
        </ul>
      )}
      <LinkListStates
        list={list}
        searching={debounced !== ""}
        inDomain={domain !== null}
        inactive={showInactive}
        onCreate={address.create}
        onClearSearch={() => address.setSearch("")}
        onAllDomains={() => address.setDomain(null)}
      />
      <Suspense fallback={null}>
        {selection.selected.length > 0 && (
          <BulkBar
            selected={selection.selected}
            shown={list.links.length}
            inactive={showInactive}
            busy={busy}
            onSelectAll={selection.all}
            onClear={selection.clear}
            onSwitch={() => void forSelected({ isActive: showInactive })}
            onMove={(groupId) => void forSelected({ groupId })}
            onDelete={() => setDialog({ kind: "deleteAll", links: selection.selected })}
          />
        )}
      </Suspense>

      <Suspense fallback={null}>
        {(address.creating || dialog?.kind === "edit") && (
          <LinkFormModal
            link={dialog?.kind === "edit" ? dialog.link : null}
            sample={list.links.find((link) => link.domain === null)}
            onClose={dialog?.kind === "edit" ? close : address.endCreating}
          />
        )}
        {dialog?.kind === "qr" && (
          <QrModal
            name={dialog.link.name}
            code={dialog.link.shortUrl}
            url={dialog.link.fullShortUrl}
            shownUrl={shownUrl(dialog.link)}
            onCopy={() => void copyShortUrl(dialog.link.fullShortUrl)}
            onClose={close}
          />
        )}
        {address.historyOf !== null && (
          <HistoryModal key={address.historyOf} linkId={address.historyOf} onClose={address.endHistory} />
        )}
        {dialog?.kind === "import" && <ImportModal onClose={close} />}
        {dialog?.kind === "delete" && (
          <ConfirmModal
            title="Delete URL"
            question={deleteQuestion(`"${dialog.link.name}"`)}
            onClose={close}
            onConfirm={() => actions.remove(dialog.link)}
          />
        )}
        {dialog?.kind === "deleteAll" && (
          <ConfirmModal
            title="Delete URLs"
            question={deleteQuestion(dialog.links.length === 1 ? "1 URL" : `${dialog.links.length} URLs`)}
            onClose={close}
            onConfirm={() => removeSelected(dialog.links)}
          />
        )}
      </Suspense>
    </>
  );
}

function deleteQuestion(what: string): string {
  return `Are you sure you want to permanently delete ${what}? This action cannot be undone and all click data will be lost.`;
}

function summary(count: number, inactive: boolean, search: string): string {
  const links = `${formatCount(count)} ${inactive ? "inactive" : "active"} ${count === 1 ? "URL" : "URLs"}`;
  return search === "" ? links : `${links} matching "${search}"`;
}
