import { useQuery } from "@apollo/client/react";
import { limits } from "@hoplog/schema/limits.js";
import { useState } from "react";
import { convertedColumns, savedCells } from "../conversions/columns.ts";
import { useConvertedLinks } from "../../links/conversions/useConverted.ts";
import { saveCsv } from "../../core/files/saveFile.ts";
import { AccountTopLinksDocument } from "../../core/graphql/generated/graphql.ts";
import { shownUrl } from "../../links/core/linkTexts.ts";
import { ListCard } from "./ListCard.tsx";
import type { Question } from "./useAccountAnalytics.ts";
import { useLiveRefresh } from "./useLiveRefresh.ts";

interface TopLinksCardProps {
  question: Question;
  total: number | undefined;
  onPick: (linkId: string) => void;
}

const shortList = 8;

export function TopLinksCard({ question, total, onPick }: TopLinksCardProps) {
  const [whole, setWhole] = useState(false);
  const { data, previousData, error, refetch } = useQuery(AccountTopLinksDocument, {
    variables: { ...question, first: whole ? limits.listMax : shortList },
    fetchPolicy: "cache-and-network",
  });
  useLiveRefresh(refetch);
  const top = (data ?? (error ? undefined : previousData))?.analytics.topLinks;
  const converted = useConvertedLinks(question, top?.rows.map(({ link }) => link.id) ?? []);
  const rows = top?.rows.map(({ link, clicks }) => ({
    key: link.id,
    label: `${link.name} · ${shownUrl(link)}`,
    clicks,
    converted: converted?.(link.id),
  }));
  const save = () => {
    const columns = convertedColumns(rows ?? []);
    saveCsv(
      "analytics-links",
      (top?.rows ?? []).map(({ link, clicks }) => ({
        Link: link.name,
        "Short URL": link.fullShortUrl,
        Clicks: clicks,
        ...savedCells(columns, { converted: converted?.(link.id) }),
      })),
    );
  };
  return (
    <ListCard
      title="Links"
      rows={rows}
      isConverted={converted !== null}
      failed={error !== undefined && !data}
      onRetry={refetch}
      total={total}
      more={top && !whole && top.distinct > shortList ? top.distinct : null}
      onMore={() => setWhole(true)}
      onSave={save}
      onPick={onPick}
    />
  );
}
