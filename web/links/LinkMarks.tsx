import { IconArrowsSplit2, IconRoute } from "@tabler/icons-react";
import type { LinkMarksFragment } from "../graphql/generated/graphql.ts";
import classes from "./LinkMarks.module.css";

/** That a link doesn't lead everybody to the same place. */
export function LinkMarks({ link: { rules, split } }: { link: Pick<LinkMarksFragment, "rules" | "split"> }) {
  if (!rules && !split) return null;
  return (
    <span className={classes.marks}>
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
