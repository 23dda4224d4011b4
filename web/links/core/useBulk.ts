import type { BulkChange } from "./useLinkActions.ts";
import { limits } from "@hoplog/schema/limits.js";
import { useState } from "react";
import type { LinkFilterInput, LinkJobChangeInput } from "../../core/graphql/generated/graphql.ts";
import type { useLinkJob } from "./jobs/useLinkJob.ts";
import type { ListedLink } from "./listedLink.ts";
import type { useLinkActions } from "./useLinkActions.ts";
import type { useSelection } from "./useSelection.ts";

interface Bulk {
  selection: ReturnType<typeof useSelection<ListedLink>>;
  actions: ReturnType<typeof useLinkActions>;
  job: ReturnType<typeof useLinkJob>;
  /** The list's filter. */
  filter: LinkFilterInput;
}

/**
 * Bulk actions on the selected links: executed immediately for few links, and by a job for many or for all matching
 * links.
 */
export function useBulk({ selection, actions, job, filter }: Bulk) {
  const [busy, setBusy] = useState(false);
  /**
   * The filter whose matching links are all selected, and the number of selected links at that time. Changing the
   * filter or deselecting a link ends this state.
   */
  const [matching, setMatching] = useState<{ filter: string; selected: number } | null>(null);
  const key = JSON.stringify(filter);
  const allMatching = matching !== null && matching.filter === key && selection.selected.length >= matching.selected;
  const isJob = allMatching || selection.selected.length > limits.listMax;

  const clear = () => {
    setMatching(null);
    selection.clear();
  };
  const which = () => (allMatching ? { filter } : { linkIds: selection.selected.map(({ id }) => id) });
  const run = async (few: () => Promise<boolean>, change: BulkChange | { delete: true }) => {
    setBusy(true);
    const done = await (isJob ? job.start({ ...which(), change }) : few());
    if (done) clear();
    setBusy(false);
    return done;
  };
  return {
    busy,
    allMatching,
    selectMatching: () => setMatching({ filter: key, selected: selection.selected.length }),
    clear,
    change: (change: BulkChange) => run(() => actions.changeAll(selection.selected, change), change),
    /** Always runs as a job, so that it can be undone. Rejects with the error if the job can't start. */
    edit: async (change: LinkJobChangeInput) => {
      await job.begin({ ...which(), change });
      clear();
    },
    remove: () => run(() => actions.removeAll(selection.selected), { delete: true }),
  };
}
