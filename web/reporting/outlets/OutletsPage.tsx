import { useMutation, useQuery } from "@apollo/client/react";
import { Alert, Button, Skeleton } from "@mantine/core";
import { IconPlugConnected } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useState } from "react";
import { outletKindNames, outletLimits } from "@hoplog/schema/outlets.js";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { toastError, toastSuccess } from "../../core/errors/toasts.tsx";
import {
  DeleteOutletDocument,
  OutletsDocument,
  type OutletRowFragment,
  ResumeOutletDocument,
} from "../../core/graphql/generated/graphql.ts";
import { OutletRow } from "./OutletRow.tsx";
import classes from "../../ui/elements/rowList.module.css";

const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));
const again = { refetchQueries: [OutletsDocument], awaitRefetchQueries: true };

/** Page of the account's outlets, which send data out of it or grant others access, with the creator of each. */
export function OutletsPage() {
  const { data, error, refetch } = useQuery(OutletsDocument, { fetchPolicy: "cache-and-network" });
  const [resume, { loading }] = useMutation(ResumeOutletDocument, again);
  const [remove] = useMutation(DeleteOutletDocument, again);
  const [deleting, setDeleting] = useState<OutletRowFragment | null>(null);
  const outlets = data?.outlets;
  const paused = outlets?.filter(({ state }) => state === "paused") ?? [];

  const onResume = async ({ kind, id }: OutletRowFragment) => {
    try {
      await resume({ variables: { kind, id } });
      toastSuccess(`${outletKindNames[kind]} resumed.`);
    } catch (failure) {
      toastError(failure, "Failed to resume");
    }
  };
  const onDelete = async ({ kind, id }: OutletRowFragment) => {
    try {
      await remove({ variables: { kind, id } });
      toastSuccess(`${outletKindNames[kind]} deleted.`);
      return true;
    } catch (failure) {
      toastError(failure, "Failed to delete");
      return false;
    }
  };

  return (
    <>
      <PageHead title="Access and outlets" subtitle="What sends data out or lets others in">
        <Button variant="default" onClick={() => void refetch().catch(() => undefined)}>
          Refresh
        </Button>
      </PageHead>
      {paused.length > 0 && (
        <Alert color="amber" mb="md" title={`${paused.length} paused`}>
          Their session or API key was ended. Data waits for {outletLimits.keptDays} days. Resume what is yours, delete
          the rest.
        </Alert>
      )}
      {!outlets && error && <QueryFailure error={error} refetch={refetch} />}
      {!outlets && !error && <Skeleton height={240} radius="lg" role="status" aria-label="Loading outlets" />}
      {outlets && outlets.length > 0 && (
        <ul className={`sheet ${classes.list}`} aria-label="Outlets">
          {outlets.map((outlet) => (
            <OutletRow
              key={`${outlet.kind} ${outlet.id}`}
              outlet={outlet}
              busy={loading}
              onResume={() => void onResume(outlet)}
              onDelete={() => setDeleting(outlet)}
            />
          ))}
        </ul>
      )}
      {outlets?.length === 0 && (
        <EmptyState icon={<IconPlugConnected size={40} stroke={1.4} aria-hidden />} title="No outlets">
          <p>Webhooks, exports, reports, alarms, shared pages, API keys, SQL access and domain targets appear here.</p>
        </EmptyState>
      )}
      <Suspense fallback={null}>
        {deleting && (
          <ConfirmModal
            title={`Delete ${outletKindNames[deleting.kind]}`}
            question={`“${deleting.name}” ends at once. This can't be undone.`}
            onClose={() => setDeleting(null)}
            onConfirm={() => onDelete(deleting)}
          />
        )}
      </Suspense>
    </>
  );
}
