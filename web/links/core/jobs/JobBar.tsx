import { useApolloClient, useMutation, useQuery, useSubscription } from "@apollo/client/react";
import { Button, Progress } from "@mantine/core";
import { IconArrowBackUp, IconListDetails, IconPlayerStop, IconX } from "../../../ui/elements/icons.ts";
import { Suspense, lazy, useEffect, useState } from "react";
import { ErrorBanner } from "../../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../../core/errors/failure.ts";
import { toastError } from "../../../core/errors/toasts.tsx";
import {
  CancelLinkJobDocument,
  LinkJobDocument,
  LinkJobProgressDocument,
  UndoLinkJobDocument,
} from "../../../core/graphql/generated/graphql.ts";
import classes from "./JobBar.module.css";
import { isOver, jobText, processedCount } from "./jobTexts.ts";

const FailuresModal = lazy(() => import("./FailuresModal.tsx"));

interface JobBarProps {
  jobId: string;
  /** Shows another job instead of this one; null closes the bar. */
  onShow: (jobId: string | null) => void;
}

/** Progress and result of a job, with its actions. */
export default function JobBar({ jobId, onShow }: JobBarProps) {
  const client = useApolloClient();
  // The initial state is queried, so that the bar also works if no socket can be opened.
  const read = useQuery(LinkJobDocument, { variables: { id: jobId }, fetchPolicy: "network-only" });
  const job = read.data?.linkJob;
  const over = job !== undefined && isOver(job);
  // Pushed progress updates the same cache object.
  useSubscription(LinkJobProgressDocument, { variables: { id: jobId }, skip: job === undefined || over });
  const [cancel] = useMutation(CancelLinkJobDocument);
  const [undo] = useMutation(UndoLinkJobDocument);
  const [showsFailures, setShowsFailures] = useState(false);

  // For example, the job belongs to another account, or was deleted.
  const failure = read.error !== undefined && job === undefined ? failureOf(read.error) : null;
  const isMissing = failure?.type === "NOT_FOUND_ERROR" || failure?.type === "AUTHORIZATION_ERROR";
  useEffect(() => {
    if (isMissing) onShow(null);
  }, [isMissing, onShow]);
  useEffect(() => {
    if (over)
      void client.refetchQueries({ include: ["Links"], updateCache: (cache) => cache.evict({ fieldName: "links" }) });
  }, [client, over]);

  if (!job) {
    return (
      failure &&
      !isMissing && (
        <ErrorBanner
          type={failure.type}
          message={failure.message}
          onRetry={() => void read.refetch().catch(() => undefined)}
        />
      )
    );
  }
  const act = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => toastError(error, "Failed to update URLs"));
  };
  return (
    <section className={classes.bar} aria-label="Job">
      <p className={classes.text} role="status">
        {jobText(job)}
      </p>
      {!over && (
        <Progress
          className={classes.progress ?? ""}
          aria-label="Progress of the job"
          value={(processedCount(job) / job.total) * 100}
        />
      )}
      <span className={classes.buttons}>
        {!over && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={act(() => cancel({ variables: { id: jobId } }))}
          >
            Stop
          </Button>
        )}
        {job.failed > 0 && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconListDetails size={16} aria-hidden />}
            onClick={() => setShowsFailures(true)}
          >
            Show failed
          </Button>
        )}
        {job.canUndo && (
          <Button
            size="compact-md"
            variant="light"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={act(async () => {
              const { data } = await undo({ variables: { id: jobId } });
              if (data) onShow(data.undoLinkJob.id);
            })}
          >
            Undo
          </Button>
        )}
        {over && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => onShow(null)}
          >
            Dismiss
          </Button>
        )}
      </span>
      {showsFailures && (
        <Suspense fallback={null}>
          <FailuresModal jobId={jobId} count={job.failed} onClose={() => setShowsFailures(false)} />
        </Suspense>
      )}
    </section>
  );
}
