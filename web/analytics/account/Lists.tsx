import type { FilterFieldName } from "@hoplog/schema/clicks/filters.js";
import type { ConvertedOf } from "../../links/conversions/useConverted.ts";
import classes from "./AnalyticsPage.module.css";
import { cards, decisionsCard } from "./listCards.ts";
import { TopCard } from "./TopCard.tsx";
import { TopLinksCard } from "./TopLinksCard.tsx";
import type { Question } from "./useAccountAnalytics.ts";
import { useListedClicks } from "./useListedClicks.ts";
import type { Tops } from "./useTops.ts";

interface ListsProps {
  question: Question;
  /** The top lists loaded with the page. */
  first: Tops;
  firstConverted: ConvertedOf | null;
  /** Total number of counted clicks, the base of percentages. */
  total: number | undefined;
  onPick: (field: FilterFieldName, value: string) => void;
}

/** All top lists, in their own chunk so that the figures above are shown first. */
export default function Lists({ question, first, firstConverted, total, onPick }: ListsProps) {
  const isOfOneLink = question.filters.some(
    ({ field, op, values }) => field === "link" && op === "is" && values.length === 1,
  );
  const listed = useListedClicks(question, total);
  const lists = isOfOneLink ? [...cards, decisionsCard] : cards;
  return (
    <div className={classes.lists}>
      <TopLinksCard question={question} total={total} onPick={(id) => onPick("link", id)} />
      {lists.map(({ title, fields }) => (
        <TopCard
          key={title}
          title={title}
          fields={fields}
          question={question}
          first={first}
          firstConverted={firstConverted}
          total={listed}
          onPick={onPick}
        />
      ))}
    </div>
  );
}
