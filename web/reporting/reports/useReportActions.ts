import { useMutation } from "@apollo/client/react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  DeleteReportDocument,
  type ReportFieldsFragment,
  ReportsDocument,
  TryReportDocument,
} from "../../core/graphql/generated/graphql.ts";

/** Actions on listed reports. */
export function useReportActions() {
  const [send] = useMutation(TryReportDocument);
  const [end] = useMutation(DeleteReportDocument, { refetchQueries: [ReportsDocument], awaitRefetchQueries: true });

  return {
    async sendNow({ id, email }: ReportFieldsFragment): Promise<void> {
      try {
        await send({ variables: { id } });
        toastSuccess(`The last report goes to ${email} now.`);
      } catch (error) {
        toastError(error, "Failed to send report");
      }
    },
    /** Resolves with whether the report was deleted. */
    async remove({ id }: ReportFieldsFragment): Promise<boolean> {
      try {
        await end({ variables: { id } });
        toastSuccess("Report deleted.");
        return true;
      } catch (error) {
        toastError(error, "Failed to delete report");
        return false;
      }
    },
  };
}
