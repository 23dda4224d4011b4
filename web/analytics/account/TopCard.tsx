import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { useState } from "react";
import { saveCsv } from "../../files/saveFile.ts";
import { labelOf, valueText } from "./fieldTexts.ts";
import { firstFields } from "./firstFields.ts";
import { ListCard } from "./ListCard.tsx";
import type { Question } from "./useAccountAnalytics.ts";
import { type Tops, useTops } from "./useTops.ts";

interface TopCardProps {
  title: string;
  fields: readonly ListedFieldName[];
  question: Question;
  /** The lists that the page begins with. */
  first: Tops;
  /** All clicks that are counted, of which shares are taken. */
  total: number | undefined;
  onPick: (field: ListedFieldName, value: string) => void;
}

const shortList = 8;

/** Top lists, one at a time. Those that the page does not begin with are asked for when they are shown. */
export function TopCard({ title, fields, question, first, total, onPick }: TopCardProps) {
  const [field, setField] = useState<ListedFieldName>(fields[0] ?? "country");
  const [whole, setWhole] = useState(false);
  const isFirst = firstFields.includes(field);
  const own = useTops(question, isFirst ? [] : [field]);
  const shown = isFirst ? first : own;
  const top = shown.of(field);
  const all = top?.rows.map(({ value, clicks }) => ({ key: value, label: valueText(field, value), clicks }));
  const choose = (wanted: string) => {
    const found = fields.find((name) => name === wanted);
    if (found) setField(found);
    setWhole(false);
  };
  return (
    <ListCard
      title={title}
      tabs={fields.map((name) => ({ value: name, label: labelOf(name) }))}
      tab={field}
      onTab={choose}
      rows={whole ? all : all?.slice(0, shortList)}
      failed={shown.failed}
      onRetry={shown.refetch}
      total={total}
      more={top && !whole && top.rows.length > shortList ? top.distinct : null}
      onMore={() => setWhole(true)}
      onSave={() =>
        saveCsv(
          `analytics-${field}`,
          (all ?? []).map(({ key, label, clicks }) => ({ [labelOf(field)]: label, Value: key, Clicks: clicks })),
        )
      }
      onPick={(value) => onPick(field, value)}
    />
  );
}
