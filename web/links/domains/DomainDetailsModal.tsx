import { useMutation, useQuery } from "@apollo/client/react";
import { Alert, Button, Skeleton } from "@mantine/core";
import { IconRefresh } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { ErrorBanner, QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { type Failure, failureOf } from "../../core/errors/failure.ts";
import type { DomainDetailsQuery } from "../../core/graphql/generated/graphql.ts";
import { DomainDetailsDocument, VerifyDomainDocument } from "../../core/graphql/generated/graphql.ts";
import { counted } from "../core/view/formatCount.ts";
import { usePolling, whileVisible } from "../../core/live/polling.ts";
import classes from "./DomainDetails.module.css";
import { CertificatePart } from "./CertificatePart.tsx";
import { formatTime, isCertificateWaiting, isWaiting, stateTexts } from "./domainTexts.ts";
import { RecordsTable } from "./RecordsTable.tsx";
import { StateBadge } from "./StateBadge.tsx";
import { pollMs } from "./useDomainList.ts";

interface DomainDetailsModalProps {
  domainId: string;
  displayName: string;
  onClose: () => void;
}

type Details = DomainDetailsQuery["domain"];

/** The DNS records to set and the result of the last lookup. Loaded in its own chunk. */
export default function DomainDetailsModal({ domainId, displayName, onClose }: DomainDetailsModalProps) {
  const query = useQuery(DomainDetailsDocument, {
    variables: { id: domainId },
    fetchPolicy: "cache-and-network",
    nextFetchPolicy: "cache-first",
    ...whileVisible,
  });
  const { data, error, refetch } = query;
  const domain = data?.domain;
  usePolling(query, domain !== undefined && (isWaiting(domain.state) || isCertificateWaiting(domain)), pollMs);

  return (
    <Dialog onClose={onClose} size={760} title={`DNS records of ${displayName}`}>
      {domain && <Found domain={domain} />}
      {!domain && !error && <Skeleton height={260} radius="md" />}
      {!domain && error && <QueryFailure error={error} refetch={refetch} />}
    </Dialog>
  );
}

function Found({ domain }: { domain: Details }) {
  const { id, state, records, problems, warnings, certificate } = domain;
  const { meaning, advice } = stateTexts[state];
  const [verify, { loading }] = useMutation(VerifyDomainDocument);
  const [failure, setFailure] = useState<Failure | null>(null);

  const check = async () => {
    setFailure(null);
    try {
      await verify({ variables: { id } });
    } catch (error) {
      setFailure(failureOf(error));
    }
  };

  return (
    <div className={classes.details}>
      <StateBadge state={state} />
      <p className={classes.words}>
        {meaning} {advice}
      </p>
      {warnings.length > 0 && (
        <Alert color="gray" title="Before you change the DNS">
          <Lines lines={warnings} />
        </Alert>
      )}
      <RecordsTable records={records} />
      {failure && <ErrorBanner type={failure.type} message={failure.message} onDismiss={() => setFailure(null)} />}
      <div className={classes.check}>
        <p role="status" className={classes.words}>
          {checkText(domain)}
        </p>
        <Button loading={loading} leftSection={<IconRefresh size={17} aria-hidden />} onClick={() => void check()}>
          Check now
        </Button>
      </div>
      {problems.length > 0 && (
        <Alert color={state === "lost" ? "red" : "amber"} title="What is wrong">
          <Lines lines={problems} />
        </Alert>
      )}
      {certificate && certificate.state !== "none" && <CertificatePart certificate={certificate} />}
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/**
 * Describes the result of the last check. Includes seconds, so that screen readers announce an identical result again.
 */
function checkText({ state, records, checkedAt }: Details): string {
  if (checkedAt === null) return "Not checked yet.";
  const found = records.filter(({ isFound }) => isFound).length;
  const result = `${stateTexts[state].label}: ${found} of ${counted(records.length, "record")} found.`;
  return `${result} Last checked ${formatTime(checkedAt)}.`;
}
