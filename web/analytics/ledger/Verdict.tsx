import { Alert, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "../../ui/elements/icons.ts";
import { counted, formatCount } from "../../links/core/view/formatCount.ts";
import classes from "./LedgerPage.module.css";
import type { Balance } from "./partTexts.ts";

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Shows whether all requests are accounted for. */
export function Verdict({ balance }: { balance: Balance | undefined }) {
  if (!balance) return <Skeleton height={76} radius="md" />;
  const { recorded, unchecked, missing, sums, sumsAgree, countedSince } = balance;
  const isRight = missing === 0 && sumsAgree;
  const checked = recorded - unchecked;
  const isUnchecked = checked === 0 && unchecked > 0;
  return (
    <Alert
      role="status"
      color={isRight ? (isUnchecked ? "gray" : "green") : "red"}
      icon={isRight ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      classNames={{ title: classes.verdictTitle ?? "" }}
      title={titleOf(balance, isUnchecked)}
    >
      <div className={classes.verdict}>
        {!isUnchecked && missing === 0 && recorded > 0 && (
          <span>Redirectors counted {requests(checked)}, and every one of them is in a line below.</span>
        )}
        {missing > 0 && <span>They were recorded by redirectors and are in no line below.</span>}
        {missing < 0 && <span>More requests are stored than redirectors have counted.</span>}
        {unchecked > 0 && (
          <span>
            {requests(unchecked)} from before {timeFormat.format(new Date(countedSince))}, when redirectors began to
            count,
            {unchecked === 1 ? " is" : " are"} shown and not compared.
          </span>
        )}
        <span>
          {sumsAgree
            ? `The sums that figures and charts are made of say the same: ${counted(sums.people, "click")} of people, ${formatCount(sums.bots)} of bots.`
            : `The sums that figures and charts are made of say something else: ${counted(sums.people, "click")} of people, ${formatCount(sums.bots)} of bots.`}
        </span>
        {!isRight && <span>Tell whoever runs this installation: “make verify” says where.</span>}
      </div>
    </Alert>
  );
}

function titleOf({ recorded, missing, sumsAgree }: Balance, isUnchecked: boolean): string {
  if (missing > 0) return `${requests(missing)} can't be accounted for`;
  if (missing < 0) return `${requests(-missing)} too many`;
  if (!sumsAgree) return "Figures elsewhere differ";
  if (recorded === 0) return "No requests";
  return isUnchecked ? "Not compared" : "All requests are accounted for";
}

function requests(count: number): string {
  return counted(count, "request");
}
