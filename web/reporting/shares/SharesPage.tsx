import { useQuery } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconPlus, IconShare } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { type ShareCardFragment, SharesDocument } from "../../core/graphql/generated/graphql.ts";
import grid from "../../links/core/LinksPage.module.css";
import { ShareCard } from "./ShareCard.tsx";
import { useShareActions } from "./useShareActions.ts";
import { PausedNotice } from "../../accounts/outlets/PausedNotice.tsx";

const ShareFormModal = lazy(() => import("./ShareFormModal.tsx"));
const AddressModal = lazy(() => import("./AddressModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

type Open =
  | { kind: "edit" | "renew" | "revoke"; share: ShareCardFragment }
  | { kind: "address"; name: string; url: string };

/** Page to create, edit and revoke shared pages. */
export function SharesPage() {
  const [query, setQuery] = useSearchParams();
  const { data, error, refetch } = useQuery(SharesDocument, { fetchPolicy: "cache-and-network" });
  const [open, setOpen] = useState<Open | null>(null);
  const { renew, revoke } = useShareActions();
  const shares = data?.shares;
  const wanted = query.get("new");
  const add = () => setQuery({ new: "workspace" });
  const close = () => setOpen(null);
  const showAddress = (name: string, url: string) => setOpen({ kind: "address", name, url });

  return (
    <>
      <PageHead title="Shared pages" subtitle="Figures that others see at a secret address, without an account">
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          Share a page
        </Button>
      </PageHead>
      <PausedNotice kind="sharedPage" />
      {shares && shares.length > 0 && (
        <ul className={grid.grid} aria-label="Shared pages">
          {shares.map((share) => (
            <li key={share.id}>
              <ShareCard share={share} onAction={(kind) => setOpen({ kind, share })} />
            </li>
          ))}
        </ul>
      )}
      {!shares && !error && (
        <div className={grid.grid} role="status" aria-label="Loading shared pages">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} height={210} radius="lg" />
          ))}
        </div>
      )}
      {!shares && error && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch shared pages">
          <p>They are still shown; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {shares?.length === 0 && (
        <EmptyState icon={<IconShare size={40} stroke={1.4} aria-hidden />} title="No shared page yet">
          <p>
            Show a customer or your team how a link, a group or all of your links do: you choose which figures and
            lists, from when on and for how long. Nobody sees where your links lead, nor who you are.
          </p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Share your first page
          </Button>
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {wanted !== null && (
          <ShareFormModal share={null} wanted={wanted} onClose={() => setQuery({})} onShared={showAddress} />
        )}
        {open?.kind === "edit" && (
          <ShareFormModal share={open.share} wanted={null} onClose={close} onShared={showAddress} />
        )}
        {open?.kind === "address" && <AddressModal name={open.name} url={open.url} onClose={close} />}
        {open?.kind === "renew" && (
          <ConfirmModal
            title="New Address"
            question={`The address of “${open.share.name}” stops working, and you get another one. Whoever has the former one sees nothing any more.`}
            action="Replace"
            onClose={() => setOpen((now) => (now?.kind === "renew" ? null : now))}
            onConfirm={() => renew(open.share, showAddress)}
          />
        )}
        {open?.kind === "revoke" && (
          <ConfirmModal
            title="Revoke Page"
            question={`“${open.share.name}” is gone at once, also for those who look at it just now.`}
            action="Revoke"
            onClose={close}
            onConfirm={() => revoke(open.share)}
          />
        )}
      </Suspense>
    </>
  );
}
