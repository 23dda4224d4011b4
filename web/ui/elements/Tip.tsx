import type { ReactNode } from "react";
import classes from "./Tip.module.css";

interface TipProps {
  label: ReactNode;
  children: ReactNode;
  /** Whether the tooltip is below the children instead of above them. */
  below?: boolean;
  /** Aligns the tooltip's end with the end of the children, for elements at the edge of the screen. */
  atEnd?: boolean;
  /** Whether longer texts are wrapped. */
  wide?: boolean;
}

/**
 * Tooltip that is shown while the pointer or the focus is on `children`. It is hidden from assistive technology, so the
 * element that it explains needs its own accessible name. Doesn't use Mantine's positioning library, which is as large
 * as a whole screen.
 */
export function Tip({ label, children, below = false, atEnd = false, wide = false }: TipProps) {
  return (
    <span className={classes.tip} data-below={below} data-at-end={atEnd} data-wide={wide}>
      {children}
      <span className={classes.bubble} aria-hidden>
        {label}
      </span>
    </span>
  );
}
