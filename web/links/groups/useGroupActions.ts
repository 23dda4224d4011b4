import { useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { GroupCardFragment } from "../../core/graphql/generated/graphql.ts";
import { DeleteGroupDocument, GroupsDocument } from "../../core/graphql/generated/graphql.ts";

/** Deletes a group; its links remain, without a group. */
export function useDeleteGroup() {
  const [deleteGroup] = useMutation(DeleteGroupDocument, {
    refetchQueries: [GroupsDocument],
    awaitRefetchQueries: true,
  });

  /** Resolves with whether the group was deleted. */
  return useCallback(
    async (group: GroupCardFragment) => {
      try {
        await deleteGroup({
          variables: { id: group.id },
          update(cache) {
            const id = cache.identify({ __typename: "Group", id: group.id });
            if (id !== undefined) cache.evict({ id });
            // Links no longer refer to the group, so lists are refetched when they are next shown.
            cache.evict({ fieldName: "links" });
            cache.gc();
          },
        });
        toastSuccess("Group deleted successfully!");
        return true;
      } catch (error) {
        toastError(error, "Failed to delete group");
        return false;
      }
    },
    [deleteGroup],
  );
}
