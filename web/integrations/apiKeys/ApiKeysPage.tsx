import { useMutation, useQuery } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconKey, IconPlus } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type ApiKeyCardFragment,
  ApiKeysDocument,
  RevokeApiKeyDocument,
} from "../../core/graphql/generated/graphql.ts";
import grid from "../../links/core/LinksPage.module.css";
import { ApiKeyCard } from "./ApiKeyCard.tsx";
import { PausedNotice } from "../../accounts/outlets/PausedNotice.tsx";

const ApiKeyFormModal = lazy(() => import("./ApiKeyFormModal.tsx"));
const NewKeyModal = lazy(() => import("./NewKeyModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

type Open =
  | { kind: "new" }
  | { kind: "made"; name: string; key: string }
  | { kind: "revoke"; apiKey: ApiKeyCardFragment };

/** Page to create and revoke API keys. */
export function ApiKeysPage() {
  const { data, error, refetch } = useQuery(ApiKeysDocument, { fetchPolicy: "cache-and-network" });
  const [revoke] = useMutation(RevokeApiKeyDocument);
  const [open, setOpen] = useState<Open | null>(null);
  const keys = data?.apiKeys;
  const close = () => setOpen(null);
  const add = () => setOpen({ kind: "new" });
  const end = async ({ id }: ApiKeyCardFragment) => {
    try {
      await revoke({ variables: { id } });
      toastSuccess("The API key is revoked.");
      return true;
    } catch (failure) {
      toastError(failure, "Failed to revoke the API key");
      return false;
    }
  };

  return (
    <>
      <PageHead title="API keys" subtitle="What programs show in place of a password">
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New API key
        </Button>
      </PageHead>
      <PausedNotice kind="apiKey" />
      {keys && keys.length > 0 && (
        <ul className={grid.grid} aria-label="API keys">
          {keys.map((apiKey) => (
            <li key={apiKey.id}>
              <ApiKeyCard apiKey={apiKey} onRevoke={() => setOpen({ kind: "revoke", apiKey })} />
            </li>
          ))}
        </ul>
      )}
      {!keys && !error && (
        <div className={grid.grid} role="status" aria-label="Loading API keys">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} height={210} radius="lg" />
          ))}
        </div>
      )}
      {!keys && error && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch API keys">
          <p>They go on working; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {keys?.length === 0 && (
        <EmptyState icon={<IconKey size={40} stroke={1.4} aria-hidden />} title="No API key yet">
          <p>
            A program that makes or reads your URLs gets a key of its own: you choose what it may do, from where and for
            how long, see when it was last used, and end it at any time. <a href="/api/docs">Reference of the API</a>
          </p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Make your first API key
          </Button>
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {open?.kind === "new" && (
          <ApiKeyFormModal onClose={close} onMade={(name, key) => setOpen({ kind: "made", name, key })} />
        )}
        {open?.kind === "made" && <NewKeyModal name={open.name} apiKey={open.key} onClose={close} />}
        {open?.kind === "revoke" && (
          <ConfirmModal
            title="Revoke API Key"
            question={`Programs that use “${open.apiKey.name}” are refused at once. A key can't be taken back into use.`}
            action="Revoke"
            onClose={close}
            onConfirm={() => end(open.apiKey)}
          />
        )}
      </Suspense>
    </>
  );
}
