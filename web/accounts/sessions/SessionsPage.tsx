import { useMutation, useQuery } from "@apollo/client/react";
import { Anchor, Button, Skeleton } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router-dom";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import { EndSessionDocument, SessionsDocument, type SessionRowFragment } from "../../core/graphql/generated/graphql.ts";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import classes from "../../ui/elements/rowList.module.css";
import { SessionRow, sessionTitle } from "./SessionRow.tsx";

const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));

/** Sessions that are shown before "Show all". */
const shownAtFirst = 50;

/** Page that lists the user's sessions and ends single ones. */
export function SessionsPage() {
  const { data, error, refetch } = useQuery(SessionsDocument, { fetchPolicy: "cache-and-network" });
  const [end] = useMutation(EndSessionDocument, { refetchQueries: [SessionsDocument], awaitRefetchQueries: true });
  const [ending, setEnding] = useState<SessionRowFragment | null>(null);
  const [all, setAll] = useState(false);
  const sessions = data?.sessions;
  const hidden = all ? 0 : (sessions?.length ?? 0) - shownAtFirst;

  const onEnd = async ({ id }: SessionRowFragment) => {
    try {
      await end({ variables: { id } });
      toastSuccess("Session ended.");
      return true;
    } catch (failure) {
      toastError(failure, "Failed to end the session");
      return false;
    }
  };

  return (
    <>
      <PageHead title="Sessions" subtitle="Where you are signed in">
        <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
          Refresh
        </Button>
      </PageHead>
      {!sessions && error && <QueryFailure error={error} refetch={refetch} />}
      {!sessions && !error && <Skeleton height={240} radius="lg" role="status" aria-label="Loading sessions" />}
      {sessions && (
        <>
          <p>
            If you don't recognize a session, end it and change your password on the{" "}
            <Anchor inherit component={Link} to="/profile" style={{ textDecoration: "underline" }}>
              profile page
            </Anchor>
            .
          </p>
          <ul className={`sheet ${classes.list}`} aria-label="Sessions">
            {sessions.slice(0, all ? undefined : shownAtFirst).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
          {hidden > 0 && (
            <Button variant="default" mt="md" onClick={() => setAll(true)}>
              Show {hidden} more
            </Button>
          )}
        </>
      )}
      <Suspense fallback={null}>
        {ending && (
          <ConfirmModal
            title="End session"
            question={`${sessionTitle(ending)} is signed out at once. Webhooks, exports, API keys and other outlets that it created are paused.`}
            action="End session"
            onClose={() => setEnding(null)}
            onConfirm={() => onEnd(ending)}
          />
        )}
      </Suspense>
    </>
  );
}
