import { Skeleton } from "@mantine/core";
import { IconFolders, IconLink, IconPercentage, IconPointer } from "../../ui/elements/icons.ts";
import type { DashboardQuery } from "../../core/graphql/generated/graphql.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import classes from "./DashboardTiles.module.css";
import { growthText } from "../link/growth.ts";
import { FigureNote } from "../../ui/elements/FigureNote.tsx";
import { Tip } from "../../ui/elements/Tip.tsx";

type Figures = DashboardQuery["dashboard"];

const tiles = [
  {
    label: "Total URLs",
    note: "All URLs there are just now, those switched off among them. Exact.",
    icon: IconLink,
    unit: "percent",
    value: ({ overview }: Figures) => formatCount(overview.totalUrls),
    change: ({ growth }: Figures) => growth.urls,
    hint: "URLs created in the last seven days against the seven days before",
  },
  {
    label: "Total Clicks",
    note: "Visits of people to all URLs, of all time. Exact; shown within about a second.",
    icon: IconPointer,
    unit: "percent",
    value: ({ overview }: Figures) => formatCount(overview.totalClicks),
    change: ({ growth }: Figures) => growth.clicks,
    hint: "Clicks of the last seven days against the seven days before",
  },
  {
    label: "Active Groups",
    note: "All groups there are just now. Exact.",
    icon: IconFolders,
    unit: "percent",
    value: ({ overview }: Figures) => formatCount(overview.totalGroups),
    change: ({ growth }: Figures) => growth.groups,
    hint: "Groups created in the last seven days against the seven days before",
  },
  {
    label: "Avg. CTR",
    note: "Active URLs that were ever clicked, in percent of all active ones. Exact to one decimal.",
    icon: IconPercentage,
    unit: "points",
    value: ({ overview }: Figures) => `${overview.averageCTR.toFixed(1)}%`,
    change: ({ growth }: Figures) => growth.ctr,
    hint: "The share of active URLs that were clicked, and its change against the seven days before",
  },
] as const;

/** The four figures at the top with their changes, updated live. */
export function DashboardTiles({ figures }: { figures: Figures | undefined }) {
  return (
    <dl className={classes.tiles}>
      {tiles.map(({ label, note, icon: Icon, unit, value, change, hint }) => {
        const growth = figures && growthText(change(figures), unit);
        return (
          <div key={label} className={`sheet ${classes.tile}`}>
            <dt className={classes.label}>
              <span className={classes.icon}>
                <Icon size={18} aria-hidden />
              </span>
              {label}
              <FigureNote label={label} note={note} />
            </dt>
            <dd className={classes.value}>
              {figures ? (
                <span key={value(figures)} className={classes.number}>
                  {value(figures)}
                </span>
              ) : (
                <Skeleton height={36} width={90} />
              )}
            </dd>
            <dd className={classes.growth}>
              {growth ? (
                <Tip label={hint} wide>
                  <button type="button" className={classes.change} data-direction={growth.direction}>
                    {growth.text} <span className={classes.against}>vs. 7 days before</span>
                  </button>
                </Tip>
              ) : (
                <Skeleton height={18} width={130} />
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
