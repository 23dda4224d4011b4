import { useQuery } from "@apollo/client/react";
import type { ListedFieldName } from "@hoplog/schema/clicks/filters.js";
import { limits } from "@hoplog/schema/limits.js";
import { useState } from "react";
import { AccountTopDocument } from "../../graphql/generated/graphql.ts";
import { saveCsv } from "../../files/saveFile.ts";
import { labelOf, valueText } from "./fieldTexts.ts";
import { ListCard } from "./ListCard.tsx";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

interface TopCardProps {
  title: string;
  fields: readonly ListedFieldName[];
  question: Question;
  /** All clicks that are counted, of which shares are taken. */
  total: number | undefined;
  onPick: (field: ListedFieldName, value: string) => void;
}

const shortList = 8;

/** Top lists, one at a time: only that which is shown is asked for. */
export function TopCard({ title, fields, question, total, onPick }: TopCardProps) {
  const [field, setField] = useState<ListedFieldName>(fields[0] ?? "country");
  const [whole, setWhole] = useState(false);
  const first = whole ? limits.longTopList : shortList;
  const { data, previousData, error, refetch } = useQuery(AccountTopDocument, {
    variables: { ...question, field, first },
    fetchPolicy: "cache-and-network",
  });
  useLiveRefresh(refetch);
  const top = (data ?? (error ? undefined : previousData))?.analytics.top;
  const rows = top?.rows.map(({ value, clicks }) => ({ key: value, label: valueText(field, value), clicks }));
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
      rows={rows}
      failed={error !== undefined && !data}
      onRetry={refetch}
      total={total}
      more={top && !whole && top.rows.length >= shortList && top.distinct > shortList ? top.distinct : null}
      onMore={() => setWhole(true)}
      onSave={() =>
        saveCsv(
          `analytics-${field}`,
          (rows ?? []).map(({ key, label, clicks }) => ({ [labelOf(field)]: label, Value: key, Clicks: clicks })),
        )
      }
      onPick={(value) => onPick(field, value)}
    />
  );
}
