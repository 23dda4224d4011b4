import { useApolloClient } from "@apollo/client/react";
import { useCallback, useState } from "react";
import { toastError } from "../../../core/errors/toasts.tsx";
import type { StartLinkJobInput } from "../../../core/graphql/generated/graphql.ts";
import { readRemembered, remember } from "../view/remembered.ts";

const storedAs = "hoplog.links.job";

/** The job that the page shows. Its id is stored in this browser, so that the job is shown after a reload. */
export function useLinkJob() {
  const [jobId, setJobId] = useState(() => readRemembered(storedAs, (id) => (typeof id === "string" ? id : null)));
  const client = useApolloClient();
  const show = useCallback((id: string | null) => {
    remember(storedAs, id);
    setJobId(id);
  }, []);
  const begin = useCallback(
    async (input: StartLinkJobInput) => {
      const { startLinkJob } = await import("./startLinkJob.ts");
      const id = await startLinkJob(client, input);
      if (id !== undefined) show(id);
    },
    [client, show],
  );
  return {
    jobId,
    show,
    /** Starts a job; rejects with the error if it can't start. */
    begin,
    /** Starts a job; resolves with whether it has started. */
    start: useCallback(
      async (input: StartLinkJobInput) => {
        try {
          await begin(input);
          return true;
        } catch (error) {
          toastError(error, "Failed to update URLs");
          return false;
        }
      },
      [begin],
    ),
  };
}
