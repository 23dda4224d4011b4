import { useState } from "react";
import { convertedColumns, savedCells } from "../conversions/columns.ts";
import { type ConvertedOf, useConvertedLists } from "../../links/conversions/useConverted.ts";
import { saveCsv } from "../../core/files/saveFile.ts";
import { ownLinkText } from "../link/ownLinkText.ts";
import { labelOf, valueText } from "./fieldTexts.ts";
import { firstFields } from "./firstFields.ts";
import { ListCard, type ListRow } from "./ListCard.tsx";
import type { CardField } from "./listCards.ts";
import type { Question } from "./useAccountAnalytics.ts";
import { listedValues, type Top, type Tops, useTops } from "./useTops.ts";

interface TopCardProps {
  title: string;
  fields: readonly CardField[];
  question: Question;
  /** The top lists loaded with the page. */
  first: Tops;
  /** The lists' conversions; null if there are none. */
  firstConverted: ConvertedOf | null;
  /** Total number of counted clicks, the base of percentages. */
  total: number | undefined;
  onPick: (field: CardField, value: string) => void;
}

const shortList = 8;

function rowOf(field: CardField, converted: ConvertedOf | null) {
  return ({ value, clicks, isOwn }: Top["rows"][number]): ListRow => ({
    key: value,
    label: isOwn ? ownLinkText(value) : valueText(field, value),
    clicks,
    converted: field === "source" ? undefined : converted?.(field, value),
  });
}

/** Top lists as tabs. Lists not loaded with the page are queried when they are shown. */
export function TopCard({ title, fields, question, first, firstConverted, total, onPick }: TopCardProps) {
  const [field, setField] = useState<CardField>(fields[0] ?? "country");
  const [whole, setWhole] = useState(false);
  const isFirst = firstFields.includes(field);
  const own = useTops(question, isFirst ? [] : [field]);
  const lists = isFirst ? first : own;
  const list = lists.of(field);
  const ownConverted = useConvertedLists(question, isFirst ? [] : listedValues(list));
  const converted = isFirst ? firstConverted : ownConverted;
  const all = list?.rows.map(rowOf(field, converted));
  const save = (rows: readonly ListRow[]) => {
    const columns = convertedColumns(rows);
    saveCsv(
      `analytics-${field}`,
      rows.map((row) => ({
        [labelOf(field)]: row.label,
        Value: row.key,
        Clicks: row.clicks,
        ...savedCells(columns, row),
      })),
    );
  };
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
      isConverted={field !== "source" && converted !== null}
      rows={whole ? all : all?.slice(0, shortList)}
      failed={lists.failed}
      onRetry={lists.refetch}
      total={total}
      more={list && !whole && list.rows.length > shortList ? list.distinct : null}
      onMore={() => setWhole(true)}
      onSave={() => save(all ?? [])}
      onPick={(value) => onPick(field, value)}
    />
  );
}
