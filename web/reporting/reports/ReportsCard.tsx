import { useQuery } from "@apollo/client/react";
import { Button, Skeleton } from "@mantine/core";
import { IconMailPlus, IconSend, IconTrash } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useState } from "react";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import { type ReportFieldsFragment, ReportsDocument } from "../../core/graphql/generated/graphql.ts";
import { formatDate } from "../../links/core/linkTexts.ts";
import { ProfileCard } from "../../ui/elements/ProfileCard.tsx";
import profile from "../../ui/elements/ProfileCard.module.css";
import classes from "./ReportsCard.module.css";
import { useReportActions } from "./useReportActions.ts";

const ConfirmModal = lazy(() => import("../../ui/elements/ConfirmModal.tsx"));
const NewReportModal = lazy(() => import("./NewReportModal.tsx"));

/** Lists the recipients of emailed reports. Loaded in its own chunk. */
export default function ReportsCard({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(ReportsDocument, { fetchPolicy: "cache-and-network" });
  const { sendNow, remove } = useReportActions();
  const [dialog, setDialog] = useState<"new" | ReportFieldsFragment | null>(null);
  const close = () => setDialog(null);
  const reports = data?.reports;
  return (
    <ProfileCard title="Reports by Email">
      <p className={profile.words}>Clicks, visitors, top links, countries and referrers of each week or month.</p>
      {reports && reports.length > 0 && (
        <ul className={classes.list} aria-label="Reports">
          {reports.map((report) => (
            <li key={report.id} className={classes.report}>
              <span>
                <span className={classes.email}>{report.email}</span>
                <span className={classes.state}>{stateOf(report)}</span>
              </span>
              <span className={classes.actions}>
                {report.confirmedAt !== null && (
                  <IconButton
                    icon={IconSend}
                    label="Send now"
                    of={`to ${report.email}, ${report.cadence}`}
                    onClick={() => void sendNow(report)}
                  />
                )}
                <IconButton
                  icon={IconTrash}
                  label="Delete report"
                  of={`to ${report.email}, ${report.cadence}`}
                  onClick={() => setDialog(report)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      {!reports && !error && <Skeleton height={48} radius="md" mb="md" />}
      {!reports && error && (
        <ErrorBanner
          type={failureOf(error).type}
          message={failureOf(error).message}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      )}
      <Button variant="default" leftSection={<IconMailPlus size={17} aria-hidden />} onClick={() => setDialog("new")}>
        New Report
      </Button>
      <Suspense fallback={null}>
        {dialog === "new" && <NewReportModal email={email} onClose={close} />}
        {dialog !== null && dialog !== "new" && (
          <ConfirmModal
            title="Delete Report"
            question={`${dialog.email} gets no more of these reports.`}
            action="Delete"
            onClose={close}
            onConfirm={() => remove(dialog)}
          />
        )}
      </Suspense>
    </ProfileCard>
  );
}

function stateOf({ cadence, dueAt }: ReportFieldsFragment): string {
  const often = cadence === "weekly" ? "Weekly" : "Monthly";
  return dueAt === null
    ? `${often}. Waits for the link in our mail to be opened`
    : `${often}. Next on ${formatDate(dueAt)}`;
}
