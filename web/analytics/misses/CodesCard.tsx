import { Badge, Button, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconPlus } from "../../ui/elements/icons.ts";
import { useId } from "react";
import { Link, useSearchParams } from "react-router-dom";
import type { MissedCodesQuery, MissFilter } from "../../core/graphql/generated/graphql.ts";
import type { NewPlace } from "../../links/core/linkForm.ts";
import { formatCount, shownUrl } from "../../links/core/linkTexts.ts";
import classes from "./OrphansPage.module.css";
import { requestedUrlText, reasonTexts } from "./reasonTexts.ts";

type Codes = MissedCodesQuery["misses"]["codes"];
type Row = Codes["rows"][number];

interface CodesCardProps {
  codes: Codes | undefined;
  onCreate: (place: NewPlace) => void;
  onPick: (filter: MissFilter) => void;
}

/** The most requested codes. Lets users create missing ones, and shows the links that visitors probably meant. */
export function CodesCard({ codes, onCreate, onPick }: CodesCardProps) {
  const titleId = useId();
  return (
    <section className={`sheet ${classes.card}`} aria-labelledby={titleId}>
      <div className={classes.cardHead}>
        <h2 id={titleId}>What was asked for</h2>
        {codes && codes.distinct > codes.rows.length && (
          <span className={classes.note}>
            {formatCount(codes.rows.length)} of {formatCount(codes.distinct)}
          </span>
        )}
      </div>
      {!codes && <Skeleton height={240} radius="md" />}
      {codes?.rows.length === 0 && <p className={classes.none}>No visit led nowhere.</p>}
      {codes && codes.rows.length > 0 && (
        <ol className={classes.codes} aria-labelledby={titleId}>
          {codes.rows.map((row) => (
            <CodeRow
              key={[row.host, row.code, row.reason, row.link?.id].join(" ")}
              row={row}
              onCreate={onCreate}
              onPick={onPick}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

function CodeRow({ row, onCreate, onPick }: { row: Row } & Omit<CodesCardProps, "codes">) {
  const { code, host, domain, reason, visits, lastAt, link, nearest, canCreate } = row;
  const asked = requestedUrlText(row);
  return (
    <li className={classes.code}>
      <div className={classes.what}>
        <span className={classes.asked}>
          <UnstyledButton
            className={classes.requestedUrlText ?? ""}
            onClick={() => onPick(code === "" ? { reason, host } : { reason, code })}
          >
            <VisuallyHidden>Show only </VisuallyHidden>
            {asked}
          </UnstyledButton>
          <Badge variant="light" color="gray" size="sm">
            {reasonTexts[reason].label}
          </Badge>
        </span>
        <span className={classes.about}>
          Last <time dateTime={lastAt}>{timeFormat.format(new Date(lastAt))}</time>
          {link && (
            <>
              {" · "}
              {reason === "unknown" ? "by now " : ""}
              <LinkTo link={link} />
            </>
          )}
        </span>
        {nearest.length > 0 && (
          <span className={classes.about}>
            Meant perhaps:{" "}
            {nearest.map((near, i) => (
              <span key={near.id}>
                {i > 0 && ", "}
                <LinkTo link={near} />
              </span>
            ))}
          </span>
        )}
      </div>
      <span className={classes.count}>
        {formatCount(visits)}
        <VisuallyHidden> {visits === 1 ? "visit" : "visits"}</VisuallyHidden>
      </span>
      {canCreate && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes.create ?? ""}
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`Create link ${asked}`}
          onClick={() => onCreate({ shortUrl: code, domain: domain ?? "" })}
        >
          Create link
        </Button>
      )}
    </li>
  );
}

/** Opens the link's analytics above the page. */
function LinkTo({ link }: { link: NonNullable<Row["link"]> }) {
  const [query] = useSearchParams();
  const analytics = new URLSearchParams(query);
  analytics.set("analytics", link.id);
  return (
    <Link to={`?${analytics.toString()}`} title={link.name}>
      {shownUrl(link)}
    </Link>
  );
}
