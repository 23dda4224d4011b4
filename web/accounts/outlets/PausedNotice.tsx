import { useQuery } from "@apollo/client/react";
import { Alert, Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { OutletsDocument, type OutletKind } from "../../core/graphql/generated/graphql.ts";

/** Warns on a feature's page that some of its outlets are paused; renders nothing if none is paused. */
export function PausedNotice({ kind }: { kind: OutletKind }) {
  const { data } = useQuery(OutletsDocument, { fetchPolicy: "cache-and-network" });
  const paused = data?.outlets.filter((outlet) => outlet.kind === kind && outlet.state === "paused").length ?? 0;
  if (paused === 0) return null;
  return (
    <Alert color="amber" mb="md" title={`${paused} paused`}>
      The session or API key that created them was ended.
      <Anchor inherit display="block" w="fit-content" component={Link} to="/settings/outlets">
        Review access and outlets
      </Anchor>
    </Alert>
  );
}
