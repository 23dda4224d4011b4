import { useMutation } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconTerminal2 } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { EmptyState } from "../../ui/elements/EmptyState.tsx";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import { toastError } from "../../core/errors/toasts.tsx";
import { HandOverApiKeyDocument } from "../../core/graphql/generated/graphql.ts";
import { callbackOf, commandLineKey, readRequest } from "./commandLine.ts";

const head = <PageHead title="Command line" subtitle="An API key for the program hoplog" />;

/** Passes an API key to the command line on the user's computer, once the user has approved it. */
export function CommandLinePage() {
  const [query] = useSearchParams();
  const [handOver, { loading }] = useMutation(HandOverApiKeyDocument);
  const [isSent, setSent] = useState(false);
  const request = readRequest(query);
  if (!request) {
    return (
      <>
        {head}
        <EmptyState
          icon={<IconAlertTriangle size={40} stroke={1.4} aria-hidden />}
          title="This address is not complete"
        >
          <p>
            Start <code>hoplog login</code> again and open the address that it shows.
          </p>
        </EmptyState>
      </>
    );
  }
  const allow = async () => {
    try {
      const { data } = await handOver({
        variables: { input: commandLineKey(new Date()), challenge: request.challenge },
      });
      if (!data) return;
      setSent(true);
      window.location.replace(callbackOf(request, data.handOverApiKey.code));
    } catch (error) {
      toastError(error, "Failed to make the API key");
    }
  };

  return (
    <>
      {head}
      <EmptyState
        icon={<IconTerminal2 size={40} stroke={1.4} aria-hidden />}
        title="Let the command line on this computer act for you?"
      >
        <p>
          It gets an API key for 90 days, which sees and changes URLs, groups and tags, sees their clicks and downloads
          everything that is kept of your account, but can&apos;t change your account. You can revoke it on the page API
          keys. Allow it only if your terminal shows <strong>{request.mark}</strong>.
        </p>
        <Button loading={loading || isSent} onClick={() => void allow()}>
          Allow
        </Button>
      </EmptyState>
    </>
  );
}
