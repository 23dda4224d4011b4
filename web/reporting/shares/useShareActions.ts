import { useMutation } from "@apollo/client/react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  RenewShareDocument,
  RevokeShareDocument,
  type ShareCardFragment,
  SharesDocument,
} from "../../core/graphql/generated/graphql.ts";

/** Actions on listed shared pages; each resolves with whether it succeeded. */
export function useShareActions() {
  const [renewShare] = useMutation(RenewShareDocument);
  const [deleteShare] = useMutation(RevokeShareDocument, {
    refetchQueries: [SharesDocument],
    awaitRefetchQueries: true,
  });
  return {
    async renew({ id, name }: ShareCardFragment, onRenewed: (name: string, url: string) => void) {
      try {
        const { data } = await renewShare({ variables: { id } });
        if (data) onRenewed(name, data.renewShare.url);
        return true;
      } catch (error) {
        toastError(error, "Failed to replace the address");
        return false;
      }
    },
    async revoke({ id }: ShareCardFragment) {
      try {
        await deleteShare({ variables: { id } });
        toastSuccess("The page is gone.");
        return true;
      } catch (error) {
        toastError(error, "Failed to revoke the page");
        return false;
      }
    },
  };
}
