import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useId } from "react";
import classes from "./ProfileCard.module.css";

export function ProfileCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A label and its value, for a list of `facts`. */
export function Fact({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value ?? <Skeleton height={20} width={120} />}</dd>
    </div>
  );
}
