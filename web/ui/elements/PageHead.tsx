import type { ReactNode } from "react";
import classes from "./PageHead.module.css";

interface PageHeadProps {
  title: ReactNode;
  subtitle: ReactNode;
  children?: ReactNode;
}

/** The title of a screen, a subtitle and its main actions. */
export function PageHead({ title, subtitle, children }: PageHeadProps) {
  return (
    <div className={classes.head}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.subtitle} aria-live="polite">
          {subtitle}
        </p>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
