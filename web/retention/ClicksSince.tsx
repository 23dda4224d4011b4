import { useClicksSince } from "./useClicksSince.ts";

/** Where single clicks were removed in the shown range: from when on lists and filters count. `from` missing: of all time. */
export function ClicksSince({ from }: { from: string | null | undefined }) {
  const since = useClicksSince(from);
  if (since === null) return null;
  return (
    <p role="note" style={{ margin: "0 0 12px", color: "var(--ink-soft)" }}>
      Single clicks before {since} (UTC) were removed: lists and filters begin there. Figures, charts and top URLs go
      on.
    </p>
  );
}
