import { IconArrowsSplit2, IconLock, IconRoute } from "../../ui/elements/icons.ts";
import type { LinkMarksFragment } from "../../core/graphql/generated/graphql.ts";
import classes from "./LinkMarks.module.css";
import { VisitsMark } from "./visits/VisitsMark.tsx";

/** Badges for links with rules, a split, a password or a click limit. */
export function LinkMarks({
  link: { id, maxClicks, visitsLeft, hasPassword, rules, split },
}: {
  link: Omit<LinkMarksFragment, "state">;
}) {
  const isCapped = maxClicks !== null && visitsLeft !== null;
  if (!isCapped && !hasPassword && !rules && !split) return null;
  return (
    <span className={classes.marks}>
      {isCapped && <VisitsMark linkId={id} max={maxClicks} left={visitsLeft} className={classes.mark} />}
      {hasPassword && (
        <span className={classes.mark}>
          <IconLock size={14} aria-hidden />
          Password
        </span>
      )}
      {rules && (
        <span className={classes.mark}>
          <IconRoute size={14} aria-hidden />
          {rules.length === 1 ? "1 rule" : `${rules.length} rules`}
        </span>
      )}
      {split && (
        <span className={classes.mark}>
          <IconArrowsSplit2 size={14} aria-hidden />
          Split
        </span>
      )}
    </span>
  );
}
