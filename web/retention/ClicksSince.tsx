import { useQuery } from "@apollo/client/react";
import { ClicksSinceDocument } from "../graphql/generated/graphql.ts";

/** Where single clicks were removed in the shown range: from when on lists and filters count. `from` missing: of all time. */
export function ClicksSince({ from }: { from: string | null | undefined }) {
  const { data } = useQuery(ClicksSinceDocument);
  const since = data?.clickRetention.clicksSince;
  if (!since || (from && from.slice(0, 10) >= since)) return null;
  return (
    <p role="note" style={{ margin: "0 0 12px", color: "var(--ink-soft)" }}>
      Single clicks before {since} (UTC) were removed: lists and filters begin there. Figures, charts and top URLs go
      on.
    </p>
  );
}
