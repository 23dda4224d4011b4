import { Alert } from "@mantine/core";
import type { CertificateState, DomainCheckFragment } from "../../core/graphql/generated/graphql.ts";
import classes from "./DomainDetails.module.css";
import { formatTime } from "./domainTexts.ts";

type Certificate = NonNullable<DomainCheckFragment["certificate"]>;

const labels: Readonly<Record<CertificateState, string>> = {
  none: "Not needed yet",
  waiting: "Being requested",
  issued: "Issued",
  failed: "Failed",
};

/** The state of a domain's certificate, and the last failure with advice. */
export function CertificatePart({ certificate }: { certificate: Certificate }) {
  const { state, error } = certificate;
  return (
    <>
      <p className={classes.words}>
        Certificate: {labels[state]}. {meaningOf(certificate)}
      </p>
      {error !== null && (
        <Alert color={state === "issued" ? "amber" : "red"} title="The certificate could not be issued">
          {error}
        </Alert>
      )}
    </>
  );
}

function meaningOf({ state, notAfter, error, nextTryAt }: Certificate): string {
  const next = nextTryAt === null ? "" : formatTime(nextTryAt);
  if (state === "waiting") return "Until then browsers warn your visitors.";
  if (state === "failed") return `Browsers warn your visitors. Next attempt: ${next}.`;
  const valid = notAfter === null ? "" : `Valid until ${formatTime(notAfter)}.`;
  return error === null ? valid : `${valid} Next attempt to renew it: ${next}.`;
}
