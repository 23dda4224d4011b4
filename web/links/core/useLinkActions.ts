import { useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  BulkDeleteLinksDocument,
  BulkUpdateLinksDocument,
  DeleteLinkDocument,
  SetLinkActiveDocument,
  UpdateLinkDocument,
} from "../../core/graphql/generated/graphql.ts";
import { linkLists } from "../../core/graphql/linkLists.ts";
import { forgetLinks, removeFromLists } from "./linkCache.ts";
import { urlsText } from "./linkTexts.ts";
import type { ListedLink } from "./listedLink.ts";

/** Actions on listed links. Those on one link update the UI immediately, and revert it if the server rejects them. */
export function useLinkActions() {
  const [setActive] = useMutation(SetLinkActiveDocument);
  const [update] = useMutation(UpdateLinkDocument);
  const [deleteLink] = useMutation(DeleteLinkDocument);
  const [bulkUpdate] = useMutation(BulkUpdateLinksDocument);
  const [bulkDelete] = useMutation(BulkDeleteLinksDocument);

  const toggle = useCallback(
    async (link: ListedLink) => {
      const switchTo = async (active: boolean, from: "list" | "undo") => {
        try {
          await setActive({
            variables: { id: link.id, active },
            optimisticResponse: { setLinkActive: { ...link, isActive: active } },
            update: (cache) => removeFromLists(cache, [link.id]),
            ...(from === "undo" ? { refetchQueries: linkLists } : {}),
          });
          toastSuccess(
            active ? "URL activated successfully!" : "URL deactivated successfully!",
            from === "list" && !active ? { label: "Undo", run: () => void switchTo(true, "undo") } : undefined,
          );
        } catch (error) {
          toastError(error, "Failed to toggle URL status");
        }
      };
      await switchTo(!link.isActive, "list");
    },
    [setActive],
  );

  const star = useCallback(
    async (link: ListedLink) => {
      const isFavourite = !link.isFavourite;
      try {
        await update({
          variables: { id: link.id, input: { isFavourite } },
          optimisticResponse: { updateLink: { ...link, isFavourite } },
        });
      } catch (error) {
        toastError(error, "Failed to update the URL");
      }
    },
    [update],
  );

  /** Archives or restores a link. Archived links still work, but are removed from lists that exclude them. */
  const archive = useCallback(
    async (link: ListedLink) => {
      const setArchived = async (isArchived: boolean, from: "list" | "undo") => {
        try {
          await update({
            variables: { id: link.id, input: { isArchived } },
            optimisticResponse: { updateLink: { ...link, isArchived } },
            refetchQueries: linkLists,
          });
          const undo = { label: "Undo", run: () => void setArchived(!isArchived, "undo") };
          toastSuccess(
            isArchived ? "URL archived; it goes on working" : "URL taken out of the archive",
            from === "list" ? undo : undefined,
          );
        } catch (error) {
          toastError(error, "Failed to update the URL");
        }
      };
      await setArchived(!link.isArchived, "list");
    },
    [update],
  );

  /** Resolves with whether the link was deleted. */
  const remove = useCallback(
    async (link: ListedLink) => {
      try {
        await deleteLink({
          variables: { id: link.id },
          optimisticResponse: { deleteLink: link.id },
          update: (cache) => forgetLinks(cache, [link.id]),
        });
        toastSuccess("URL permanently deleted!");
        return true;
      } catch (error) {
        toastError(error, "Failed to delete URL");
        return false;
      }
    },
    [deleteLink],
  );

  /** Resolves with whether all links were changed. */
  const changeAll = useCallback(
    async (links: readonly ListedLink[], change: BulkChange) => {
      const ids = links.map((link) => link.id);
      try {
        await bulkUpdate({
          variables: { ids, ...change },
          update: (cache) => ("isActive" in change ? removeFromLists(cache, ids) : undefined),
          ...("isArchived" in change ? { refetchQueries: linkLists } : {}),
        });
        toastSuccess(`${urlsText(ids.length)} ${doneText(change)}`);
        return true;
      } catch (error) {
        toastError(error, "Failed to update URLs");
        return false;
      }
    },
    [bulkUpdate],
  );

  /** Resolves with whether all links were deleted. */
  const removeAll = useCallback(
    async (links: readonly ListedLink[]) => {
      const ids = links.map((link) => link.id);
      try {
        await bulkDelete({ variables: { ids }, update: (cache) => forgetLinks(cache, ids) });
        toastSuccess(`${urlsText(ids.length)} permanently deleted!`);
        return true;
      } catch (error) {
        toastError(error, "Failed to delete URLs");
        return false;
      }
    },
    [bulkDelete],
  );

  return { toggle, star, archive, remove, changeAll, removeAll };
}

function doneText(change: BulkChange): string {
  if ("addTags" in change) return "tagged!";
  if ("removeTags" in change) return "without the tag now!";
  if ("isArchived" in change) return change.isArchived ? "archived!" : "taken out of the archive!";
  if ("isActive" in change) return change.isActive ? "activated successfully!" : "deactivated successfully!";
  return change.groupId === null ? "taken out of their groups!" : "moved to the group!";
}

export type BulkChange =
  | { isActive: boolean }
  | { groupId: string | null }
  | { isArchived: boolean }
  | { addTags: string[] }
  | { removeTags: string[] };
