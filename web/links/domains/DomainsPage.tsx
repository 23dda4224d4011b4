import { Button, Skeleton } from "@mantine/core";
import { IconCloudOff, IconPlus, IconWorldPlus } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useCallback, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import type { DomainCardFragment } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../core/linkTexts.ts";
import grid from "../core/LinksPage.module.css";
import { DomainCard } from "./DomainCard.tsx";
import { useDomainActions } from "./useDomainActions.ts";
import { useDomainList } from "./useDomainList.ts";

const AddDomainModal = lazy(() => import("./AddDomainModal.tsx"));
const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));
const DomainDetailsModal = lazy(() => import("./DomainDetailsModal.tsx"));
const DomainSettingsModal = lazy(() => import("./DomainSettingsModal.tsx"));

type Dialog = { kind: "settings" | "remove"; domain: DomainCardFragment };

export function DomainsPage() {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [query, setQuery] = useSearchParams();
  const shownName = query.get("domain");
  const { domains, failed, loading, refetch } = useDomainList(shownName !== null);
  const { switchDefault, remove } = useDomainActions();
  const shown = domains?.find(({ name }) => name === shownName);
  const adding = query.has("new");

  const go = useCallback((to: { new: "1" } | { domain: string } | Record<string, never>) => setQuery(to), [setQuery]);
  const add = () => go({ new: "1" });
  const showDetails = ({ name }: DomainCardFragment) => go({ domain: name });
  const close = () => setDialog(null);

  return (
    <>
      <PageHead
        title="Domains"
        subtitle={domains && domains.length > 0 ? countText(domains.length) : "Short URLs of your own"}
      >
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
          Add Domain
        </Button>
      </PageHead>
      {domains && domains.length > 0 && (
        <ul className={grid.grid} aria-label="Domains">
          {domains.map((domain) => (
            <li key={domain.id}>
              <DomainCard
                domain={domain}
                onDetails={showDetails}
                onSettings={(changed) => setDialog({ kind: "settings", domain: changed })}
                onDefault={(chosen) => void switchDefault(chosen)}
                onRemove={(unwanted) => setDialog({ kind: "remove", domain: unwanted })}
              />
            </li>
          ))}
        </ul>
      )}
      {!domains && loading && (
        <div className={grid.grid} role="status" aria-label="Loading domains">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} height={210} radius="lg" />
          ))}
        </div>
      )}
      {!domains && !loading && failed && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch domains">
          <p>Your domains are safe; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {domains?.length === 0 && (
        <EmptyState icon={<IconWorldPlus size={40} stroke={1.4} aria-hidden />} title="No domain of your own yet">
          <p>
            With a domain of your own, short URLs carry your name: people see who they are from before they click. All
            you need is a domain whose DNS you can change. Add a name such as go.example.com, and you are told which two
            records to set.
          </p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={add}>
            Add your first domain
          </Button>
        </EmptyState>
      )}

      <Suspense fallback={null}>
        {adding && <AddDomainModal onClose={() => go({})} onAdded={showDetails} />}
        {shown && !adding && (
          <DomainDetailsModal
            key={shown.id}
            domainId={shown.id}
            displayName={shown.displayName}
            onClose={() => go({})}
          />
        )}
        {dialog?.kind === "settings" && <DomainSettingsModal domain={dialog.domain} onClose={close} />}
        {dialog?.kind === "remove" && (
          <ConfirmModal
            title="Remove Domain"
            question={removeQuestion(dialog.domain)}
            action="Remove"
            onClose={close}
            onConfirm={() => remove(dialog.domain)}
          />
        )}
      </Suspense>
    </>
  );
}

function removeQuestion({ displayName, links }: DomainCardFragment): string {
  const question = `Are you sure you want to remove ${displayName}?`;
  if (links === 0) return `${question} It has no URLs.`;
  const [its, they, stay] = links === 1 ? ["1 URL", "it", "stays"] : [`${formatCount(links)} URLs`, "they", "stay"];
  const stop = links === 1 ? "stops" : "stop";
  return `${question} Its ${its} ${stay} in the list, marked, but ${stop} working: visitors are not redirected until ${they} ${links === 1 ? "is" : "are"} moved to another domain, or this one is added and verified again.`;
}

function countText(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "domain" : "domains"}`;
}
