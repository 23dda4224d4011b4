import { useQuery } from "@apollo/client/react";
import { Alert, Anchor } from "@mantine/core";
import { Link, useLocation } from "react-router-dom";
import { MeDocument } from "../../core/graphql/generated/graphql.ts";
import { timeText } from "../../ui/timeText.ts";

const page = "/settings/second-factor";
const pollMs = 300_000;

/**
 * Warns in every session that the second factor will be removed, because someone with a stolen password may have
 * requested the removal. Queries every 5 minutes, so that a page that stays open warns too.
 */
export default function RemovalNotice() {
  const { data } = useQuery(MeDocument, { pollInterval: pollMs, skipPollAttempt: () => document.hidden });
  const { pathname } = useLocation();
  const at = data?.me.secondFactorRemovalAt;
  if (!at || pathname === page) return null;
  return (
    <Alert color="amber" mb="md" title="Your second factor is about to be removed">
      Someone who knows your password has requested this. The first sign-in after {timeText(at)} removes it.{" "}
      <Anchor inherit component={Link} to={page} style={{ textDecoration: "underline" }}>
        Review or stop it
      </Anchor>
    </Alert>
  );
}
