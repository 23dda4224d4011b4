import { useQuery } from "@apollo/client/react";
import { Alert, Button, Skeleton } from "@mantine/core";
import { IconDatabaseExport, IconDownload, IconMailForward, IconTrash } from "../../ui/elements/icons.ts";
import { Suspense, lazy, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ErrorBanner } from "../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../core/errors/failure.ts";
import type { ProfileFragment } from "../../core/graphql/generated/graphql.ts";
import { ProfileDocument } from "../../core/graphql/generated/graphql.ts";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { PersonalInformation } from "../../accounts/profile/PersonalInformation.tsx";
import { Fact, ProfileCard } from "../../ui/elements/ProfileCard.tsx";
import classes from "../../ui/elements/ProfileCard.module.css";
import { SecurityCard } from "../../accounts/profile/SecurityCard.tsx";
import { SqlAccessCard } from "../../integrations/sql/access/SqlAccessCard.tsx";
import { timeText } from "../../ui/timeText.ts";
import { useExport } from "../../accounts/profile/useExport.ts";

const ReportsCard = lazy(() => import("../../reporting/reports/ReportsCard.tsx"));
const DestinationsCard = lazy(() => import("../../links/destinations/DestinationsCard.tsx"));
const UtmCard = lazy(() => import("../../links/campaigns/UtmCard.tsx"));
const DeleteAccountModal = lazy(() => import("../../accounts/profile/DeleteAccountModal.tsx"));

export function ProfilePage() {
  const { data, error, refetch } = useQuery(ProfileDocument, { fetchPolicy: "cache-and-network" });
  const [deleting, setDeleting] = useState(false);
  const exporting = useExport();
  const user = data?.me;

  return (
    <>
      <PageHead title="Profile" subtitle="Account settings" />
      <EmailChange user={user} />
      {error && !user && (
        <ErrorBanner
          type={failureOf(error).type}
          message={failureOf(error).message}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          <ProfileCard title="Personal Information">
            {user ? <PersonalInformation user={user} /> : <Skeleton height={230} radius="md" />}
          </ProfileCard>
          {user && (
            <Suspense fallback={<Skeleton height={150} radius="md" />}>
              <ReportsCard email={user.email} />
            </Suspense>
          )}
          <Suspense fallback={<Skeleton height={220} radius="md" />}>
            <UtmCard />
          </Suspense>
          <Suspense fallback={<Skeleton height={120} radius="md" />}>
            <DestinationsCard />
          </Suspense>
        </div>
        <div className={classes.column}>
          <ProfileCard title="Account Statistics">
            <dl className={classes.facts}>
              <Fact label="Member Since" value={user && dateText(user.createdAt)} />
              <Fact label="Last Login" value={user && (user.lastLogin ? timeText(user.lastLogin) : "Never")} />
              <Fact label="Account Status" value="Active" />
            </dl>
          </ProfileCard>
          <SecurityCard />
          <SqlAccessCard />
          <ProfileCard title="Your Data">
            <p className={classes.words}>
              Take everything with you as one archive, have each day's clicks written to a bucket of yours or old ones
              removed, or erase all of it for good.
            </p>
            <div className={classes.buttons}>
              <Button
                variant="default"
                loading={exporting.busy}
                leftSection={<IconDownload size={17} aria-hidden />}
                onClick={() => void exporting.start()}
              >
                Export Data
              </Button>
              <Button
                component={Link}
                to="/settings/exports"
                variant="default"
                leftSection={<IconDatabaseExport size={17} aria-hidden />}
              >
                To a Bucket
              </Button>
              <Button
                variant="light"
                color="red"
                leftSection={<IconTrash size={17} aria-hidden />}
                onClick={() => setDeleting(true)}
              >
                Delete Account
              </Button>
            </div>
          </ProfileCard>
        </div>
      </div>
      <Suspense fallback={null}>{deleting && <DeleteAccountModal onClose={() => setDeleting(false)} />}</Suspense>
    </>
  );
}

/** State of an email change: the new address must be confirmed by an emailed link, which opens this page again. */
function EmailChange({ user }: { user: ProfileFragment | undefined }) {
  const [query] = useSearchParams();
  const outcome = query.get("email");
  if (user?.pendingEmail) {
    return (
      <Alert color="amber" mb="md" icon={<IconMailForward aria-hidden />} title="Confirm your new email address">
        We sent a link to <strong>{user.pendingEmail}</strong>. Until it is opened, {user.email} stays your address;
        saving that one again takes the change back.
      </Alert>
    );
  }
  if (outcome === "changed") {
    return (
      <Alert color="hop" mb="md" role="status">
        Your email address is changed.
      </Alert>
    );
  }
  if (outcome === "expired") {
    return (
      <Alert color="amber" mb="md" role="status">
        This link has expired or was used before. Change your email address again to get another one.
      </Alert>
    );
  }
  return null;
}

const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

function dateText(iso: string): string {
  return dateFormat.format(new Date(iso));
}
