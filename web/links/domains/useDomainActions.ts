import { useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import type { DomainCardFragment } from "../../core/graphql/generated/graphql.ts";
import { DomainsDocument, RemoveDomainDocument, UpdateDomainDocument } from "../../core/graphql/generated/graphql.ts";

const listed = { refetchQueries: [DomainsDocument], awaitRefetchQueries: true };

/** Actions on listed domains. */
export function useDomainActions() {
  const [update] = useMutation(UpdateDomainDocument, listed);
  const [deleteDomain] = useMutation(RemoveDomainDocument, listed);

  /** Makes a domain the default for new links, or reverts that. */
  const switchDefault = useCallback(
    async ({ id, displayName, isDefault }: DomainCardFragment) => {
      try {
        await update({ variables: { id, input: { isDefault: !isDefault } } });
        toastSuccess(isDefault ? "New URLs are made without it." : `New URLs are made in ${displayName}.`);
      } catch (error) {
        toastError(error, "Failed to change the default domain");
      }
    },
    [update],
  );

  /** Resolves with whether the domain was removed. */
  const remove = useCallback(
    async ({ id }: DomainCardFragment) => {
      try {
        await deleteDomain({
          variables: { id },
          update(cache) {
            const stored = cache.identify({ __typename: "Domain", id });
            if (stored !== undefined) cache.evict({ id: stored });
            // The domain's links change their state, so lists are refetched when they are next shown.
            cache.evict({ fieldName: "links" });
            cache.gc();
          },
        });
        toastSuccess("Domain removed.");
        return true;
      } catch (error) {
        toastError(error, "Failed to remove domain");
        return false;
      }
    },
    [deleteDomain],
  );

  return { switchDefault, remove };
}
