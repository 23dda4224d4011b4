import { useApolloClient, useQuery } from "@apollo/client/react";
import { parseOriginalUrl } from "@hoplog/schema/links/originalUrl.js";
import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import { CodeCheckDocument, CodeProposalsDocument } from "../../core/graphql/generated/graphql.ts";
import classes from "./CodeHelp.module.css";

/** Milliseconds without typing after which the server is queried. */
const settledMs = 350;

interface CodeHelpProps {
  /** The typed code; null if there is nothing to check, because it is empty, invalid, or the link's present code. */
  code: string | null;
  /** The domain's name; empty for the default domain. */
  domain: string;
  originalUrl: string;
  onChoose: (code: string) => void;
}

/** Shows whether the typed code is available, and suggests codes. Loaded in its own chunk. */
export default function CodeHelp({ code, domain, originalUrl, onChoose }: CodeHelpProps) {
  const client = useApolloClient();
  const [proposed, setProposed] = useState<{ url: string; codes: readonly string[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const [settled] = useDebouncedValue(code, settledMs);
  const isSettled = settled !== null && settled === code;
  const { data } = useQuery(CodeCheckDocument, {
    ...(isSettled ? { variables: { code: settled, domain } } : { skip: true, variables: { code: "" } }),
    fetchPolicy: "no-cache",
  });
  const check = isSettled ? data?.codeCheck : undefined;
  const hasUrl = parseOriginalUrl(originalUrl).ok;

  const propose = async () => {
    setBusy(true);
    try {
      const variables = { url: originalUrl, domain };
      const answer = await client.query({ query: CodeProposalsDocument, variables, fetchPolicy: "no-cache" });
      setProposed({ url: originalUrl, codes: answer.data?.codeProposals ?? [] });
    } catch (error) {
      toastError(error, "No codes could be proposed");
    } finally {
      setBusy(false);
    }
  };

  const shown = proposed?.url === originalUrl ? proposed.codes : null;
  return (
    <div className={classes.help}>
      <span
        className={classes.text}
        role="status"
        data-state={check?.state === "free" && check.message ? "near" : check?.state}
      >
        {check && (check.message ?? `“${check.code}” is free`)}
        {!check && shown?.length === 0 && "This URL has no words that could be a code"}
      </span>
      {shown && shown.length > 0 && (
        <div role="group" aria-label="Proposed codes" className={classes.codes}>
          {shown.map((one) => (
            <Button key={one} size="compact-sm" variant="light" onClick={() => onChoose(one)}>
              {one}
            </Button>
          ))}
        </div>
      )}
      {shown === null && hasUrl && code === null && (
        <Button size="compact-sm" variant="subtle" loading={busy} onClick={() => void propose()}>
          Propose codes
        </Button>
      )}
    </div>
  );
}
