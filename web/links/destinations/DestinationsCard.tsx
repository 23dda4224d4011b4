import { useMutation, useQuery } from "@apollo/client/react";
import { Anchor, Skeleton, Switch } from "@mantine/core";
import { Link } from "react-router-dom";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { toastError } from "../../core/errors/toasts.tsx";
import {
  DestinationChecksDocument,
  type DestinationChecksFieldsFragment,
  SetDestinationChecksDocument,
} from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../core/view/formatCount.ts";
import { ProfileCard } from "../../ui/elements/ProfileCard.tsx";

/** Settings for checking destinations: their titles and whether they are reachable. Loaded in its own chunk. */
export default function DestinationsCard() {
  const { data, error, refetch } = useQuery(DestinationChecksDocument, { fetchPolicy: "cache-and-network" });
  const again = { refetchQueries: [DestinationChecksDocument], awaitRefetchQueries: true };
  const [setChecks, { loading }] = useMutation(SetDestinationChecksDocument, again);
  const checks = data?.destinationChecks;
  if (checks && !checks.isOffered) return null;
  return (
    <ProfileCard title="Destinations">
      {!checks && error && <QueryFailure error={error} refetch={refetch} />}
      {!checks && !error && <Skeleton height={90} radius="md" />}
      {checks && (
        <>
          <p style={{ margin: "0 0 12px" }}>
            The pages that your URLs lead to are asked for their titles and icons, and once a day whether they are still
            there. Switched off, nobody is asked, and what was found is removed.
          </p>
          <Switch
            label="Check destinations"
            checked={checks.isOn}
            disabled={loading}
            onChange={({ currentTarget: { checked: isOn } }) =>
              void setChecks({ variables: { isOn } }).catch((failed: unknown) =>
                toastError(failed, "Failed to change the checks"),
              )
            }
          />
          {checks.isOn && <Found checks={checks} />}
        </>
      )}
    </ProfileCard>
  );
}

function Found({ checks: { destinations, dead } }: { checks: DestinationChecksFieldsFragment }) {
  return (
    <p style={{ margin: "12px 0 0", color: "var(--ink-soft)" }}>
      {destinations === 1 ? "1 destination" : `${formatCount(destinations)} destinations`}
      {dead > 0 && (
        <>
          {", "}
          <Anchor component={Link} to="/urls?dead=1">
            {formatCount(dead)} dead
          </Anchor>
        </>
      )}
    </p>
  );
}
