import { Suspense, lazy, useEffect } from "react";
import { LinkCard } from "./LinkCard.tsx";
import classes from "./LinksPage.module.css";
import { drawnInFull, type RowsProps } from "./rowActions.ts";

const VirtualCards = lazy(() => import("./VirtualCards.tsx"));

/** Links as cards; long lists are virtualized. */
export function LinkCards(props: RowsProps) {
  if (props.links.length <= drawnInFull) return <AllCards {...props} />;
  return (
    <Suspense fallback={<AllCards {...props} links={props.links.slice(0, drawnInFull)} />}>
      <VirtualCards {...props} />
    </Suspense>
  );
}

function AllCards({ links, stale, isSelected, currentId, on, onDrawn }: RowsProps) {
  useEffect(onDrawn);
  return (
    <ul className={classes.grid} data-stale={stale} aria-label="Short URLs">
      {links.map((link, index) => (
        <li key={link.id}>
          <LinkCard
            link={link}
            selected={isSelected(link.id)}
            reachable={currentId === link.id || (currentId === null && index === 0)}
            on={on}
          />
        </li>
      ))}
    </ul>
  );
}
