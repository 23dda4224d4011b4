import { useQuery } from "@apollo/client/react";
import { Alert, Button, Skeleton } from "@mantine/core";
import { IconCopy, IconDatabase, IconKey, IconTrash } from "../../../ui/elements/icons.ts";
import { Suspense, lazy, useState } from "react";
import { ErrorBanner } from "../../../core/errors/ErrorBanner.tsx";
import { failureOf } from "../../../core/errors/failure.ts";
import type { SqlAccessFieldsFragment } from "../../../core/graphql/generated/graphql.ts";
import { SqlAccessDocument } from "../../../core/graphql/generated/graphql.ts";
import { IconButton } from "../../../ui/elements/IconButton.tsx";
import { copyToClipboard } from "../../../core/files/clipboard.ts";
import { formatDate } from "../../../links/core/linkTexts.ts";
import { ProfileCard } from "../../../ui/elements/ProfileCard.tsx";
import classes from "../../../ui/elements/ProfileCard.module.css";
import { clientCommand, curlCommand } from "./sqlCommands.ts";
import { useSqlAccess } from "./useSqlAccess.ts";

const ConfirmModal = lazy(() => import("../../../ui/elements/ConfirmModal.tsx"));
const PasswordModal = lazy(() => import("../../../accounts/profile/PasswordModal.tsx"));

/** Manages an account's SQL access to its own clicks in ClickHouse. Renders nothing if the installation offers none. */
export function SqlAccessCard() {
  const { data, error, refetch } = useQuery(SqlAccessDocument, { fetchPolicy: "cache-and-network" });
  const access = data?.sqlAccess;
  if (access && !access.available) return null;
  return (
    <ProfileCard title="SQL Access">
      {access && <Access access={access} />}
      {!access && !error && <Skeleton height={96} radius="md" />}
      {!access && error && (
        <ErrorBanner
          type={failureOf(error).type}
          message={failureOf(error).message}
          onRetry={() => void refetch().catch(() => undefined)}
        />
      )}
    </ProfileCard>
  );
}

function Access({ access }: { access: SqlAccessFieldsFragment }) {
  const { password, create, revoke } = useSqlAccess();
  const [dialog, setDialog] = useState<"create" | "renew" | "revoke" | null>(null);
  const close = () => setDialog(null);
  const createAndClose = async (own: string) => {
    await create(own);
    close();
  };
  return (
    <>
      {access.grantedAt === null ? (
        <>
          <p className={classes.words}>
            Ask ClickHouse about your own clicks, with curl, a notebook, Grafana or Metabase. Read only.
          </p>
          <Button
            variant="default"
            leftSection={<IconDatabase size={17} aria-hidden />}
            onClick={() => setDialog("create")}
          >
            Create SQL Access
          </Button>
        </>
      ) : (
        <Granted access={access} since={access.grantedAt} password={password} onOpenDialog={setDialog} />
      )}
      <Suspense fallback={null}>
        {dialog === "create" && (
          <PasswordModal
            title="Create SQL Access"
            text="SQL access reads all of your clicks, with a password of its own. You get an email about it."
            action="Create"
            fallback="SQL access could not be created"
            onClose={close}
            onSubmit={createAndClose}
          />
        )}
        {dialog === "renew" && (
          <PasswordModal
            title="New Password"
            text="The present SQL password stops working within a few seconds. Tools that use it need the new one."
            action="Make new password"
            fallback="SQL access could not be renewed"
            onClose={close}
            onSubmit={createAndClose}
          />
        )}
        {dialog === "revoke" && (
          <ConfirmModal
            title="Revoke SQL Access"
            question="Tools that use it are shut out within a few seconds. You can create access again, with another password."
            action="Revoke"
            onClose={close}
            onConfirm={revoke}
          />
        )}
      </Suspense>
    </>
  );
}

interface GrantedProps {
  access: SqlAccessFieldsFragment;
  since: string;
  password: string | null;
  onOpenDialog: (what: "renew" | "revoke") => void;
}

function Granted({ access, since, password, onOpenDialog }: GrantedProps) {
  return (
    <>
      <p className={classes.words}>Reads your own clicks, links and groups. Since {formatDate(since)}.</p>
      {password !== null && (
        <Alert color="amber" mb="md" role="status" title="Copy the password now">
          It is not shown again. It works within a few seconds.
        </Alert>
      )}
      <Login access={access} password={password} />
      <div className={classes.buttons}>
        <Button variant="default" leftSection={<IconKey size={17} aria-hidden />} onClick={() => onOpenDialog("renew")}>
          New Password
        </Button>
        <Button
          variant="light"
          color="red"
          leftSection={<IconTrash size={17} aria-hidden />}
          onClick={() => onOpenDialog("revoke")}
        >
          Revoke SQL Access
        </Button>
      </div>
    </>
  );
}

function Login({ access, password }: { access: SqlAccessFieldsFragment; password: string | null }) {
  const { user, httpUrl, nativeAddress, database } = access;
  if (httpUrl === null || database === null) return null;
  const login = { user, password, httpUrl, nativeAddress, database };
  const client = clientCommand(login);
  return (
    <dl className={classes.access}>
      <Fact label="Address" value={httpUrl} />
      {nativeAddress !== null && <Fact label="Native address" value={nativeAddress} />}
      <Fact label="Database" value={database} />
      <Fact label="User" value={user} />
      {password !== null && <Fact label="Password" value={password} />}
      <Fact label="With curl" value={curlCommand(login)} />
      {client !== null && <Fact label="With clickhouse-client" value={client} />}
    </dl>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  const what = `Copy ${label[0]?.toLowerCase()}${label.slice(1)}`;
  return (
    <div>
      <dt>{label}</dt>
      <dd className={classes.copied}>
        <span className={classes.value}>{value}</span>
        <IconButton icon={IconCopy} iconSize={17} label={what} onClick={() => void copyToClipboard(value)} />
      </dd>
    </div>
  );
}
