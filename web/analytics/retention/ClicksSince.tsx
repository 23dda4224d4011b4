import { useClicksSince } from "./useClicksSince.ts";

/** What begins with the single clicks of a workspace, by what a page is made of. */
const consequences = {
  sums: "lists and filters begin there. Figures, charts and top URLs go on.",
  clicks: "figures, chart and lists begin there.",
  ledger: "they are counted as removed, and no list has them.",
} as const;

interface ClicksSinceProps {
  /** When the shown range begins; missing: it is of all time. */
  from: string | null | undefined;
  of?: keyof typeof consequences;
}

/** Where single clicks were removed in the shown range: which, and what that means for the page. */
export function ClicksSince({ from, of = "sums" }: ClicksSinceProps) {
  const since = useClicksSince(from);
  if (since === null) return null;
  return (
    <p role="note" style={{ margin: "0 0 12px", color: "var(--ink-soft)" }}>
      Single clicks before {since} (UTC) were removed: {consequences[of]}
    </p>
  );
}
