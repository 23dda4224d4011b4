import { skipToken, useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useMemo, useState } from "react";
import { ChartEditsDocument, ChartNotesDocument } from "../../core/graphql/generated/graphql.ts";
import { type Mark, marksOf } from "./marks.ts";
import { type Interval, startOf } from "./rowTimes.ts";

const none: readonly never[] = [];

/**
 * Loads a chart's marks: notes and edits. If the chart shows all links (null) or more than `limits.markedLinks`, edits
 * are omitted, because there would be too many.
 */
export function useMarks(
  linkIds: readonly string[] | null,
  rows: readonly { readonly label: string }[] | undefined,
  interval: Interval,
): { marks: readonly Mark[]; failed: boolean; refetch: () => void } {
  const [openedAt] = useState(() => new Date());
  const first = rows?.[0]?.label;
  const about = useMemo(() => linkIds && [...linkIds], [linkIds]);
  const range = first === undefined ? null : { from: startOf(first).toISOString() };
  const isFew = about !== null && about.length > 0 && about.length <= limits.markedLinks;
  const options = { fetchPolicy: "cache-and-network" } as const;
  const notes = useQuery(ChartNotesDocument, range ? { ...options, variables: { linkIds: about, range } } : skipToken);
  const edits = useQuery(
    ChartEditsDocument,
    range && isFew ? { ...options, variables: { linkIds: about, range } } : skipToken,
  );
  const [shownNotes, shownEdits] = [notes.data?.notes ?? none, edits.data?.editMarks ?? none];
  const marks = useMemo(
    () => marksOf(rows ?? none, interval, { edits: shownEdits, notes: shownNotes }, openedAt),
    [rows, interval, shownEdits, shownNotes, openedAt],
  );
  return {
    marks,
    failed: (notes.error !== undefined && !notes.data) || (edits.error !== undefined && !edits.data),
    refetch() {
      for (const query of [notes, edits]) void query.refetch().catch(() => undefined);
    },
  };
}
