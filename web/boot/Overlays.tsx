import { Suspense, lazy, useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { withoutView } from "../analytics/link/withoutView.ts";

const AnalyticsModal = lazy(() => import("../analytics/link/AnalyticsModal.tsx"));
const GroupDetailsModal = lazy(() => import("../links/groups/GroupDetailsModal.tsx"));

/** Dialogs that are available on every signed-in screen. They are opened by the URL, so that they can be linked to. */
export function Overlays() {
  const [query, setQuery] = useSearchParams();
  const analyticsOf = query.get("analytics");
  const groupId = query.get("group");

  const close = useCallback(
    (name: "analytics" | "group") =>
      setQuery((current) => {
        const next = name === "analytics" ? withoutView(current) : new URLSearchParams(current);
        next.delete(name);
        return next;
      }),
    [setQuery],
  );
  const showAnalytics = useCallback(
    (linkId: string) =>
      setQuery((current) => {
        const next = new URLSearchParams(current);
        next.set("analytics", linkId);
        return next;
      }),
    [setQuery],
  );

  return (
    <Suspense fallback={null}>
      {groupId !== null && (
        <GroupDetailsModal
          key={groupId}
          groupId={groupId}
          opened={analyticsOf === null}
          onClose={() => close("group")}
          onAnalytics={showAnalytics}
        />
      )}
      {analyticsOf !== null && (
        <AnalyticsModal key={analyticsOf} linkId={analyticsOf} onClose={() => close("analytics")} />
      )}
    </Suspense>
  );
}
