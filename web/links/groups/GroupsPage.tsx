import { limits } from "@hoplog/schema/limits.js";
import { useQuery } from "@apollo/client/react";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCloudOff, IconFolderPlus, IconPlus, IconSearch, IconSearchOff } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { toastError } from "../../core/errors/toasts.tsx";
import type { GroupCardFragment } from "../../core/graphql/generated/graphql.ts";
import { GroupsDocument } from "../../core/graphql/generated/graphql.ts";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { formatCount } from "../core/linkTexts.ts";
import { useOnClicks } from "../../core/live/useOnClicks.ts";
import grid from "../core/LinksPage.module.css";
import { GroupCard } from "./GroupCard.tsx";
import { useDeleteGroup } from "./useGroupActions.ts";

const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));
const GroupFormModal = lazy(() => import("./GroupFormModal.tsx"));

const searchDelayMs = 250;

type Dialog = { kind: "edit"; group: GroupCardFragment } | { kind: "delete"; group: GroupCardFragment };

export function GroupsPage() {
  const [search, setSearch] = useState("");
  const [debounced] = useDebouncedValue(search.trim(), searchDelayMs);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [query, setQuery] = useSearchParams();
  const remove = useDeleteGroup();

  const { data, previousData, error, loading, refetch } = useQuery(GroupsDocument, {
    variables: { search: debounced === "" ? null : debounced },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
  });
  useEffect(() => {
    if (error) toastError(error, "Failed to fetch data");
  }, [error]);
  useOnClicks(null, refetch);

  const groups = (data ?? (error ? undefined : previousData))?.groups;
  const set = useCallback(
    (name: "group" | "new", value: string | null) =>
      setQuery((current) => {
        const next = new URLSearchParams(current);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      }),
    [setQuery],
  );
  const create = () => set("new", "1");
  const close = () => {
    setDialog(null);
    if (query.has("new")) set("new", null);
  };

  return (
    <>
      <PageHead
        title="Groups"
        subtitle={groups && groups.length > 0 ? countText(groups.length, debounced) : "Organize URLs by groups"}
      >
        <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
          Create New Group
        </Button>
      </PageHead>
      <div className={grid.tools}>
        <TextInput
          className={grid.search ?? ""}
          type="search"
          aria-label="Search groups"
          placeholder="Search by name"
          maxLength={limits.searchMax}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      {groups && groups.length > 0 && (
        <ul className={grid.grid} data-stale={loading && !data} aria-label="Groups">
          {groups.map((group) => (
            <li key={group.id}>
              <GroupCard
                group={group}
                onDetails={({ id }) => set("group", id)}
                onEdit={(edited) => setDialog({ kind: "edit", group: edited })}
                onDelete={(unwanted) => setDialog({ kind: "delete", group: unwanted })}
              />
            </li>
          ))}
        </ul>
      )}
      {!groups && loading && (
        <div className={grid.grid} role="status" aria-label="Loading groups">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={250} radius="lg" />
          ))}
        </div>
      )}
      {!groups && error && (
        <EmptyState icon={<IconCloudOff size={40} stroke={1.4} aria-hidden />} title="Failed to fetch data">
          <p>Your groups are safe; only this list could not be loaded.</p>
          <Button variant="light" onClick={() => void refetch().catch(() => undefined)}>
            Retry
          </Button>
        </EmptyState>
      )}
      {groups?.length === 0 && debounced !== "" && (
        <EmptyState icon={<IconSearchOff size={40} stroke={1.4} aria-hidden />} title="No groups match your search">
          <p>No group has this in its name.</p>
          <Button variant="light" onClick={() => setSearch("")}>
            Clear search
          </Button>
        </EmptyState>
      )}
      {groups?.length === 0 && debounced === "" && (
        <EmptyState icon={<IconFolderPlus size={40} stroke={1.4} aria-hidden />} title="No groups created yet">
          <p>Keep the URLs of one campaign, client or topic together, and see their clicks as one.</p>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
            Create your first group
          </Button>
        </EmptyState>
      )}

      <Suspense fallback={null}>
        {(query.has("new") || dialog?.kind === "edit") && (
          <GroupFormModal group={dialog?.kind === "edit" ? dialog.group : null} onClose={close} />
        )}
        {dialog?.kind === "delete" && (
          <ConfirmModal
            title="Delete Group"
            question={deleteQuestion(dialog.group)}
            onClose={close}
            onConfirm={() => remove(dialog.group)}
          />
        )}
      </Suspense>
    </>
  );
}

function deleteQuestion({ name, urlCount }: GroupCardFragment): string {
  const question = `Are you sure you want to delete "${name}"? This action cannot be undone.`;
  if (urlCount === 0) return question;
  const urls = urlCount === 1 ? "1 URL" : `${formatCount(urlCount)} URLs`;
  return `${question} It has ${urls}: deleting it removes the group association from ${urlCount === 1 ? "it" : "them"}.`;
}

function countText(count: number, search: string): string {
  const groups = `${formatCount(count)} ${count === 1 ? "group" : "groups"}`;
  return search === "" ? groups : `${groups} matching "${search}"`;
}
