import { useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { GroupCardFragment } from "../../core/graphql/generated/graphql.ts";
import { DeleteGroupDocument, GroupsDocument } from "../../core/graphql/generated/graphql.ts";

/** Deleting a group; its links stay, in no group. */
export function useDeleteGroup() {
  const [deleteGroup] = useMutation(DeleteGroupDocument, {
    refetchQueries: [GroupsDocument],
    awaitRefetchQueries: true,
  });

  /** Resolves to whether the group is gone. */
  return useCallback(
    async (group: GroupCardFragment) => {
      try {
        await deleteGroup({
          variables: { id: group.id },
          update(cache) {
            const id = cache.identify({ __typename: "Group", id: group.id });
            if (id !== undefined) cache.evict({ id });
            // What lists and links hold of it is gone with it; they are fetched again where they are shown.
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
