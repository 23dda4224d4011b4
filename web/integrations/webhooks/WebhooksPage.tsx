import { useQuery } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconPlus, IconWebhook } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { type WebhookCardFragment, WebhooksDocument } from "../../core/graphql/generated/graphql.ts";
import grid from "../../links/core/LinksPage.module.css";
import { useWebhookActions } from "./useWebhookActions.ts";
import { type WebhookAction, WebhookCard } from "./WebhookCard.tsx";
import type { CreatedWebhook } from "./WebhookFormModal.tsx";
import { PausedNotice } from "../../accounts/outlets/PausedNotice.tsx";

const WebhookFormModal = lazy(() => import("./WebhookFormModal.tsx"));
const MessagesModal = lazy(() => import("./MessagesModal.tsx"));
const SecretModal = lazy(() => import("./SecretModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

type Open =
  | { kind: "new" }
  | { kind: "edit" | "messages" | "rotate" | "end"; of: WebhookCardFragment }
  | { kind: "secret"; made: CreatedWebhook };

/** Page of webhooks, which send events to servers. */
export function WebhooksPage() {
  const { data, error, refetch } = useQuery(WebhooksDocument, {
    fetchPolicy: "cache-and-network",
    pollInterval: 30_000,
  });
  const [open, setOpen] = useState<Open | null>(null);
  const { switchOver, sendTest, rotateSecret, remove } = useWebhookActions();
  const webhooks = data?.webhooks;
  const close = () => setOpen(null);
  const add = () => setOpen({ kind: "new" });
  const showSecret = (made: CreatedWebhook) => setOpen({ kind: "secret", made });

  const act = async (of: WebhookCardFragment, action: WebhookAction) => {
    if (action === "switch") await switchOver(of);
    else if (action === "test") {
      if (await sendTest(of)) setOpen({ kind: "messages", of });
    } else setOpen({ kind: action, of });
  };

  /** Replaces the webhook's secret, and the confirmation by the dialog with the new secret. */
  const rotate = async (of: WebhookCardFragment) => {
    const made = await rotateSecret(of);
    if (made) showSecret(made);
    return false;
  };

  return (
    <>
      <PageHead title="Webhooks" subtitle="What happens, sent to your own server, signed">
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          New Webhook
        </Button>
      </PageHead>
      <PausedNotice kind="webhook" />
      {webhooks && webhooks.length > 0 && (
        <ul className={grid.grid} aria-label="Webhooks">
          {webhooks.map((each) => (
            <li key={each.id}>
              <WebhookCard of={each} onAction={(action) => void act(each, action)} />
            </li>
          ))}
        </ul>
      )}
      {!webhooks && !error && (
        <div className={grid.grid} role="status" aria-label="Loading webhooks">
          <Skeleton height={260} radius="lg" />
        </div>
      )}
      {!webhooks && error && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch webhooks">
          <p>They go on; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {webhooks?.length === 0 && (
        <EmptyState icon={<IconWebhook size={40} stroke={1.4} aria-hidden />} title="No webhook yet">
          <p>
            A server of yours learns at once what happens here: URLs that are made, changed, deleted or expire, clicks,
            and more. Messages are signed after Standard Webhooks, and sent again until they arrive.
          </p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Set Up a Webhook
          </Button>
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {open?.kind === "new" && <WebhookFormModal of={null} onClose={close} onMade={showSecret} />}
        {open?.kind === "edit" && <WebhookFormModal of={open.of} onClose={close} onMade={showSecret} />}
        {open?.kind === "messages" && <MessagesModal of={open.of} onClose={close} />}
        {open?.kind === "secret" && (
          <SecretModal
            name={open.made.webhook.name}
            secret={open.made.secret}
            until={open.made.webhook.previousSecretUntil ?? null}
            onClose={close}
          />
        )}
        {open?.kind === "rotate" && (
          <ConfirmModal
            title="New Secret"
            question={`Messages of “${open.of.name}” are signed by a new secret, for a day by the present one as well.`}
            action="Replace"
            onClose={close}
            onConfirm={() => rotate(open.of)}
          />
        )}
        {open?.kind === "end" && (
          <ConfirmModal
            title="End Webhook"
            question={`Nothing more is sent by “${open.of.name}”. Messages that wait, and the list of deliveries, are removed.`}
            action="End"
            onClose={close}
            onConfirm={() => remove(open.of)}
          />
        )}
      </Suspense>
    </>
  );
}
