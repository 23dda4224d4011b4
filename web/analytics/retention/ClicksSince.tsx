import { useClicksSince } from "./useClicksSince.ts";

/** Effects of deleted single clicks, by the kind of data that a page is based on. */
const consequences = {
  sums: "lists and filters begin there. Figures, charts and top URLs go on.",
  clicks: "figures, chart and lists begin there.",
  ledger: "they are counted as removed, and no list has them.",
} as const;

interface ClicksSinceProps {
  /** Start of the shown range; undefined or null for all time. */
  from: string | null | undefined;
  of?: keyof typeof consequences;
}

/** Notes that single clicks in the shown range were deleted, and the effect on the page. */
export function ClicksSince({ from, of = "sums" }: ClicksSinceProps) {
  const since = useClicksSince(from);
  if (since === null) return null;
  return (
    <p role="note" style={{ margin: "0 0 12px", color: "var(--ink-soft)" }}>
      Single clicks before {since} (UTC) were removed: {consequences[of]}
    </p>
  );
}
