import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
  /** Whether the empty state is shown inside a card, which has its own frame. */
  inCard?: boolean;
}

export function EmptyState({ icon, title, children, inCard = false }: EmptyStateProps) {
  return (
    <div className={classes.empty} data-in-card={inCard}>
      {icon}
      {inCard ? <h3>{title}</h3> : <h2>{title}</h2>}
      {children}
    </div>
  );
}
