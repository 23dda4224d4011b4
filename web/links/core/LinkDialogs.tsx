import { Suspense, lazy } from "react";
import type { LinkJobChangeInput } from "../../core/graphql/generated/graphql.ts";
import { copyShortUrl } from "./copyShortUrl.ts";
import type { ListedLink } from "./listedLink.ts";
import { shownUrl, urlsText } from "./linkTexts.ts";
import type { useLinksAddress } from "./useLinksAddress.ts";
import type { useListView } from "./view/useListView.ts";

const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));
const LinkFormModal = lazy(() => import("./LinkFormModal.tsx"));
const SeveralModal = lazy(() => import("./SeveralModal.tsx"));
const QrModal = lazy(() => import("../qr/QrModal.tsx"));
const HistoryModal = lazy(() => import("./HistoryModal.tsx"));
const ImportModal = lazy(() => import("./imports/ImportModal.tsx"));
const ColumnsModal = lazy(() => import("./ColumnsModal.tsx"));
const TagsModal = lazy(() => import("../tags/TagsModal.tsx"));
const ViewsModal = lazy(() => import("./view/ViewsModal.tsx"));
const ShortcutsModal = lazy(() => import("./keys/ShortcutsModal.tsx"));

/** The open dialog; dialogs that can be linked to are in the URL instead. */
export type LinkDialog =
  | { kind: "edit" | "delete" | "qr"; link: ListedLink }
  | { kind: "deleteAll" | "editAll"; count: number }
  | { kind: "import" | "columns" | "help" | "tags" | "views" };

interface LinkDialogsProps {
  dialog: LinkDialog | null;
  address: ReturnType<typeof useLinksAddress>;
  /** Any link of the default domain, to derive the base URL of the default domain. */
  sample: ListedLink | undefined;
  view: ReturnType<typeof useListView>;
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
  onClose: () => void;
  onDelete: (link: ListedLink) => Promise<boolean>;
  onDeleteAll: () => Promise<boolean>;
  onEditAll: (change: LinkJobChangeInput) => Promise<void>;
}

export function LinkDialogs({ dialog, address, sample, view, onClose, ...on }: LinkDialogsProps) {
  return (
    <Suspense fallback={null}>
      {(address.creating || dialog?.kind === "edit") && (
        <LinkFormModal
          link={dialog?.kind === "edit" ? dialog.link : null}
          sample={sample}
          onClose={dialog?.kind === "edit" ? onClose : address.endCreating}
        />
      )}
      {dialog?.kind === "editAll" && (
        <SeveralModal count={dialog.count} sample={sample} onSubmit={on.onEditAll} onClose={onClose} />
      )}
      {dialog?.kind === "qr" && (
        <QrModal
          name={dialog.link.name}
          code={dialog.link.shortUrl}
          url={dialog.link.fullShortUrl}
          shownUrl={shownUrl(dialog.link)}
          onCopy={() => void copyShortUrl(dialog.link.fullShortUrl)}
          onClose={onClose}
        />
      )}
      {address.historyOf !== null && (
        <HistoryModal key={address.historyOf} linkId={address.historyOf} onClose={address.endHistory} />
      )}
      {dialog?.kind === "import" && <ImportModal onClose={onClose} />}
      {dialog?.kind === "tags" && <TagsModal onClose={onClose} />}
      {dialog?.kind === "views" && <ViewsModal present={address.view} onShow={address.showView} onClose={onClose} />}
      {dialog?.kind === "columns" && (
        <ColumnsModal columns={view.columns} onChange={view.setColumns} onClose={onClose} />
      )}
      {dialog?.kind === "help" && (
        <ShortcutsModal singleKeys={on.singleKeys} onSingleKeys={on.onSingleKeys} onClose={onClose} />
      )}
      {dialog?.kind === "delete" && (
        <ConfirmModal
          title="Delete URL"
          question={deleteQuestion(`"${dialog.link.name}"`)}
          onClose={onClose}
          onConfirm={() => on.onDelete(dialog.link)}
        />
      )}
      {dialog?.kind === "deleteAll" && (
        <ConfirmModal
          title="Delete URLs"
          question={deleteQuestion(urlsText(dialog.count))}
          onClose={onClose}
          onConfirm={on.onDeleteAll}
        />
      )}
    </Suspense>
  );
}

function deleteQuestion(what: string): string {
  return `Are you sure you want to permanently delete ${what}? This action cannot be undone and all click data will be lost.`;
}
