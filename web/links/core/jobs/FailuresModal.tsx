import { useQuery } from "@apollo/client/react";
import { Button, Loader, Text } from "@mantine/core";
import { limits } from "@hoplog/schema/limits.js";
import { useState } from "react";
import { Dialog } from "../../../ui/elements/Dialog.tsx";
import { toastError } from "../../../core/errors/toasts.tsx";
import { FailedOfLinkJobDocument } from "../../../core/graphql/generated/graphql.ts";
import { formatCount } from "../view/formatCount.ts";
import classes from "./FailuresModal.module.css";

interface FailuresModalProps {
  jobId: string;
  /** Number of failed links. */
  count: number;
  onClose: () => void;
}

/** Lists the links that a job could not change, with reasons. */
export default function FailuresModal({ jobId, count, onClose }: FailuresModalProps) {
  const [loading, setLoading] = useState(false);
  const { data, error, fetchMore } = useQuery(FailedOfLinkJobDocument, {
    variables: { id: jobId, first: limits.listMax, after: 0 },
    fetchPolicy: "no-cache",
  });
  const failed = data?.linkJobResults ?? [];
  const loadMore = async () => {
    setLoading(true);
    try {
      await fetchMore({
        variables: { after: failed.at(-1)?.position ?? 0 },
        updateQuery: (before, { fetchMoreResult }) => ({
          linkJobResults: [...before.linkJobResults, ...fetchMoreResult.linkJobResults],
        }),
      });
    } catch (failure) {
      toastError(failure, "Failed to fetch URLs");
    }
    setLoading(false);
  };
  return (
    <Dialog title={count === 1 ? "1 URL failed" : `${formatCount(count)} URLs failed`} onClose={onClose}>
      {!data && !error && <Loader />}
      {error && <Text role="alert">{error.message}</Text>}
      <ul className={classes.list} aria-label="URLs that failed">
        {failed.map((result) => (
          <li key={result.position}>
            <strong>{result.linkName ?? "A URL that is gone"}</strong>
            <span>{result.error?.message}</span>
          </li>
        ))}
      </ul>
      {data && failed.length < count && (
        <Button mt="md" variant="default" loading={loading} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
    </Dialog>
  );
}
