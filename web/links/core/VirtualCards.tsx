import { useElementSize } from "@mantine/hooks";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState } from "react";
import { LinkCard } from "./LinkCard.tsx";
import classes from "./LinksPage.module.css";
import type { RowsProps } from "./rowActions.ts";

// Sizes in pixels, which must match LinksPage.module.css.
const gap = 16;
const minCardWidth = 330;
/** Estimated height of rows that are not measured yet. */
const rowHeight = 268;

/** Renders the visible rows of cards and a few around them; padding replaces the height of the others. */
export default function VirtualCards(props: RowsProps) {
  const { links, totalCount, stale, isSelected, currentId, on, onDrawn, scroller, onEnd } = props;
  const { ref, width } = useElementSize<HTMLUListElement>();
  const [top, setTop] = useState(0);
  const perRow = Math.max(1, Math.floor((width + gap) / (minCardWidth + gap)));
  // oxlint-disable-next-line react/incompatible-library -- its result is not passed to memoized code
  const rows = useWindowVirtualizer({
    count: Math.ceil(links.length / perRow),
    estimateSize: () => rowHeight,
    gap,
    overscan: 3,
    scrollMargin: top,
  });

  const [list, setList] = useState<HTMLUListElement | null>(null);
  useLayoutEffect(() => {
    if (list) setTop(list.getBoundingClientRect().top + window.scrollY);
  }, [list]);
  // Measures again when the width changes the rows and their heights.
  useEffect(() => rows.measure(), [rows, perRow]);
  useEffect(() => {
    scroller.scrollTo = (index) => rows.scrollToIndex(Math.floor(index / perRow), { align: "center" });
    return () => {
      scroller.scrollTo = null;
    };
  }, [rows, perRow, scroller]);
  useEffect(onDrawn);

  const shown = rows.getVirtualItems();
  const [first] = shown;
  const last = shown.at(-1);
  const isAtEnd = last !== undefined && (last.index + 1) * perRow >= links.length;
  useEffect(() => {
    if (isAtEnd) onEnd();
  }, [isAtEnd, links.length, onEnd]);

  return (
    <ul
      ref={(element) => {
        ref(element);
        setList(element);
      }}
      className={classes.grid}
      data-stale={stale}
      data-virtual
      aria-label="Short URLs"
      style={{
        paddingTop: first ? first.start - top : 0,
        paddingBottom: last ? rows.getTotalSize() - (last.end - top) : 0,
      }}
    >
      {shown.flatMap((row) =>
        links.slice(row.index * perRow, (row.index + 1) * perRow).map((link, place) => (
          <li
            key={link.id}
            data-index={row.index}
            // All cards of a row have the same height, so one is measured.
            ref={place === 0 ? rows.measureElement : null}
            aria-posinset={row.index * perRow + place + 1}
            aria-setsize={totalCount}
          >
            <LinkCard
              link={link}
              selected={isSelected(link.id)}
              reachable={currentId === link.id || (currentId === null && row.index === 0 && place === 0)}
              on={on}
            />
          </li>
        )),
      )}
    </ul>
  );
}
