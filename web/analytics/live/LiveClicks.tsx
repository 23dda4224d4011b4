import { useState } from "react";
import type { AccountView } from "../account/address.ts";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import type { ClickFilter } from "../../core/graphql/generated/graphql.ts";
import { ClickList } from "./ClickList.tsx";
import classes from "./LivePage.module.css";
import { LiveMap } from "./LiveMap.tsx";
import { LiveTiles } from "./LiveTiles.tsx";
import { useLiveFeed } from "./useLiveFeed.ts";

interface LiveClicksProps {
  filters: AccountView["filters"];
  bots: boolean;
  /** Whether the view is frozen. */
  paused: boolean;
}

/** Figures, map and list of the latest clicks. Must be remounted when filters change. */
export default function LiveClicks({ filters, bots, paused }: LiveClicksProps) {
  const [wanted] = useState<ClickFilter[]>(() => filters.map((filter) => ({ ...filter, values: [...filter.values] })));
  const { view, error } = useLiveFeed(wanted, bots, paused);
  if (error && !view) return <QueryFailure error={error} />;
  return (
    <>
      <LiveTiles view={view} />
      <div className={classes.columns}>
        <LiveMap view={view} bots={bots} />
        <ClickList view={view} />
      </div>
    </>
  );
}
