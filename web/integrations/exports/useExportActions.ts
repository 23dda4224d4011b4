import { useMutation } from "@apollo/client/react";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  type ClickExportCardFragment,
  ClickExportsDocument,
  DeleteClickExportDocument,
  TryClickExportDocument,
  UpdateClickExportDocument,
} from "../../core/graphql/generated/graphql.ts";

/** Actions on listed exports. */
export function useExportActions() {
  const [update] = useMutation(UpdateClickExportDocument);
  const [attempt] = useMutation(TryClickExportDocument);
  const [end] = useMutation(DeleteClickExportDocument, {
    refetchQueries: [ClickExportsDocument],
    awaitRefetchQueries: true,
  });
  return {
    async switchOver({ id, name, enabled }: ClickExportCardFragment) {
      try {
        await update({ variables: { id, input: { enabled: !enabled } } });
        toastSuccess(`“${name}” is switched ${enabled ? "off" : "on"}.`);
      } catch (error) {
        toastError(error, "Failed to change the export");
      }
    },
    /** Tests an export and resolves with the result; null if there is none. Errors are shown as a toast. */
    async tryOut({ id }: ClickExportCardFragment): Promise<{ ok: boolean; words: string } | null> {
      try {
        const { data } = await attempt({ variables: { id } });
        if (!data) return null;
        const { written, problem } = data.tryClickExport;
        if (problem === null || problem === undefined)
          return { ok: true, words: "It works: a small file was written and removed again." };
        return {
          ok: written,
          words: written ? `Files can be written. ${problem}, which exports don't need.` : problem,
        };
      } catch (error) {
        toastError(error, "Failed to try the export");
        return null;
      }
    },
    /** Resolves with whether the export was deleted. */
    async remove({ id }: ClickExportCardFragment) {
      try {
        await end({ variables: { id } });
        toastSuccess("The export has ended.");
        return true;
      } catch (error) {
        toastError(error, "Failed to end the export");
        return false;
      }
    },
  };
}
