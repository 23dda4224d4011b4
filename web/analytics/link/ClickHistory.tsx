import { Badge, Button, Loader, Pagination, Skeleton, Table, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { limits } from "@hoplog/schema/limits.js";
import { IconChevronLeft, IconChevronRight, IconFileTypeCsv, IconPointerOff } from "../../ui/elements/icons.ts";
import { useState } from "react";
import { toastError } from "../../core/errors/toasts.tsx";
import { fileNameOf, saveCsv } from "../../core/files/saveFile.ts";
import { formatCount } from "../../links/core/linkTexts.ts";
import card from "./ChartCard.module.css";
import classes from "./ClickHistory.module.css";
import type { Click } from "./clickTexts.ts";
import { csvRow, deviceOf, locationOf, timeOf } from "./clickTexts.ts";
import { Flag } from "./Flag.tsx";
import { pageOf } from "./history.ts";
import { useClickHistory } from "./useClickHistory.ts";
import type { Filter } from "./view.ts";
import type { Span } from "./spans.ts";

interface ClickHistoryProps {
  linkId: string;
  span?: Span | null;
  filter?: Filter;
  /** Prefix of the saved file's name. */
  fileName?: string;
  /** Whether a period or filter is active, so that an empty result doesn't mean that there were never any clicks. */
  narrowed?: boolean;
}

const noFilter: Filter = {};

export function ClickHistory({
  linkId,
  span = null,
  filter = noFilter,
  fileName = "",
  narrowed = false,
}: ClickHistoryProps) {
  const history = useClickHistory({ linkId, span, filter });
  const [wanted, setWanted] = useState(1);
  const [saving, setSaving] = useState(false);
  const { clicks } = history;

  const save = async () => {
    setSaving(true);
    try {
      saveCsv(fileNameOf(fileName, "clicks"), (await history.loadAll()).map(csvRow));
    } catch (error) {
      toastError(error, "The click history could not be saved");
    } finally {
      setSaving(false);
    }
  };

  return (
    <section className={classes.history} aria-labelledby="click-history">
      <div className={card.head}>
        <h3 id="click-history" className={card.title}>
          Recent Click History
        </h3>
        {clicks && clicks.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            loading={saving}
            leftSection={<IconFileTypeCsv size={16} aria-hidden />}
            onClick={() => void save()}
          >
            Save as CSV
          </Button>
        )}
      </div>
      {history.failed && (
        <div className={classes.empty}>
          <p>The click history could not be loaded.</p>
          <Button variant="light" onClick={() => void history.refetch().catch(() => undefined)}>
            Retry
          </Button>
        </div>
      )}
      {!clicks && !history.failed && <Skeleton height={320} radius="md" />}
      {clicks?.length === 0 && (
        <div className={classes.empty}>
          <IconPointerOff size={34} stroke={1.4} aria-hidden />
          <h4>No click logs found</h4>
          <p>{narrowed ? "No click matches this period and filter" : "This URL hasn't been clicked yet"}</p>
        </div>
      )}
      {clicks && clicks.length > 0 && <Rows clicks={clicks} wanted={wanted} onPage={setWanted} history={history} />}
    </section>
  );
}

interface RowsProps {
  clicks: readonly Click[];
  wanted: number;
  onPage: (page: number) => void;
  history: ReturnType<typeof useClickHistory>;
}

function Rows({ clicks, wanted, onPage, history }: RowsProps) {
  const { rows, page, pages, from, to } = pageOf(clicks, wanted, limits.clickHistoryPage, history.hasOlder);
  const isLast = page === pages;
  const next = async () => {
    if (history.loadingOlder) return;
    if (!isLast || (await history.loadOlder())) onPage(page + 1);
  };
  const narrow = useMediaQuery("(max-width: 36em)", undefined, { getInitialValueInEffect: false });
  const total = Math.max(history.totalCount, clicks.length);
  return (
    <>
      <Table.ScrollContainer minWidth={620} type="native" tabIndex={0} role="group" aria-label="Click history, table">
        <Table verticalSpacing="xs" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time &amp; Date</Table.Th>
              <Table.Th>Location &amp; ISP</Table.Th>
              <Table.Th>Device &amp; Browser</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((click) => (
              <ClickRow key={click.id} click={click} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <div className={classes.foot}>
        <span className={classes.showing} aria-live="polite">
          Showing {formatCount(from)}-{formatCount(to)} of {formatCount(total)} clicks
        </span>
        <Pagination.Root
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          siblings={narrow ? 0 : 1}
          getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
        >
          <nav className={classes.pages} aria-label="Click history pages">
            <Button
              size="compact-sm"
              variant="default"
              disabled={page === 1}
              leftSection={<IconChevronLeft size={15} aria-hidden />}
              onClick={() => onPage(page - 1)}
            >
              Previous
            </Button>
            <Pagination.Items />
            <Button
              size="compact-sm"
              variant="default"
              disabled={isLast && !history.hasOlder}
              aria-busy={history.loadingOlder}
              rightSection={history.loadingOlder ? <Loader size={15} /> : <IconChevronRight size={15} aria-hidden />}
              onClick={() => void next()}
            >
              Next
            </Button>
          </nav>
        </Pagination.Root>
      </div>
    </>
  );
}

function ClickRow({ click }: { click: Click }) {
  const { time, date } = timeOf(click);
  const place = locationOf(click);
  const { device, browser, operatingSystem } = deviceOf(click);
  return (
    <Table.Tr>
      <Table.Td>
        <span className={classes.main}>{time}</span>
        <span className={classes.sub}>{date}</span>
      </Table.Td>
      <Table.Td>
        <span className={classes.main}>
          <Flag code={click.countryCode} />
          {place.city}, {place.region}
        </span>
        <span className={classes.sub}>
          {place.country} · {place.isp}
        </span>
      </Table.Td>
      <Table.Td>
        <span className={classes.main}>
          <span className={classes.device}>{device}</span> · {browser}
          {click.isBot && (
            <Tooltip label={click.botReason || "Recognised as a bot"}>
              <Badge className={classes.bot ?? ""} size="sm" variant="light" color="amber" tt="none">
                Bot
              </Badge>
            </Tooltip>
          )}
        </span>
        <span className={classes.sub}>{operatingSystem}</span>
      </Table.Td>
    </Table.Tr>
  );
}
