import { IconArrowsSplit2, IconLock, IconRoute } from "@tabler/icons-react";
import type { LinkMarksFragment } from "../graphql/generated/graphql.ts";
import classes from "./LinkMarks.module.css";

/** That a link doesn't lead everybody to the same place, or not at once. */
export function LinkMarks({
  link: { hasPassword, rules, split },
}: {
  link: Pick<LinkMarksFragment, "hasPassword" | "rules" | "split">;
}) {
  if (!hasPassword && !rules && !split) return null;
  return (
    <span className={classes.marks}>
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
