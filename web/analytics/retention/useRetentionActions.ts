import { useMutation } from "@apollo/client/react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  CancelClickRetentionDocument,
  ClickRetentionDocument,
  SetClickRetentionDocument,
} from "../../core/graphql/generated/graphql.ts";

/** Actions on the retention of single clicks. Each action resolves with whether it succeeded. */
export function useRetentionActions() {
  const again = { refetchQueries: [ClickRetentionDocument], awaitRefetchQueries: true };
  const [setDays, setting] = useMutation(SetClickRetentionDocument, again);
  const [cancelRetention, taking] = useMutation(CancelClickRetentionDocument, again);
  return {
    busy: setting.loading || taking.loading,
    async set(days: number | null) {
      try {
        const { data } = await setDays({ variables: { days } });
        toastSuccess(data?.setClickRetention.waiting ? "It begins in three days." : "Saved.");
        return true;
      } catch (error) {
        toastError(error, "Failed to change how long clicks are kept");
        return false;
      }
    },
    async cancel() {
      try {
        await cancelRetention();
        toastSuccess("Cancelled: no clicks are removed by it.");
        return true;
      } catch (error) {
        toastError(error, "Failed to cancel it");
        return false;
      }
    },
  };
}
