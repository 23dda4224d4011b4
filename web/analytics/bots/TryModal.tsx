import { useQuery } from "@apollo/client/react";
import { Skeleton, Table, Text } from "@mantine/core";
import type { Question } from "../account/useAccountAnalytics.ts";
import { Dialog } from "../../ui/elements/Dialog.tsx";
import { QueryFailure } from "../../core/errors/ErrorBanner.tsx";
import { TryOwnBotRulesDocument } from "../../core/graphql/generated/graphql.ts";
import { formatCount, shownUrl } from "../../links/core/linkTexts.ts";
import classes from "./BotsPage.module.css";

/** Shows how the rules would change the classification of clicks in the page's range. Loaded in its own chunk. */
export default function TryModal({ question, onClose }: { question: Question; onClose: () => void }) {
  const { range, tz, filters } = question;
  const { data, error, refetch } = useQuery(TryOwnBotRulesDocument, {
    variables: { range, tz, filters },
    fetchPolicy: "network-only",
  });
  const trial = data?.tryBotRules;
  return (
    <Dialog onClose={onClose} title="Rules on the past">
      {error && <QueryFailure error={error} refetch={refetch} />}
      {!trial && !error && <Skeleton height={160} radius="md" />}
      {trial && (
        <>
          <Text mb="sm">
            Of {formatCount(trial.classified)} clicks in the range of the page whose user agents are still kept,{" "}
            {formatCount(trial.toBots)} would be bots&apos;, {formatCount(trial.toPeople)} would be people&apos;s, and{" "}
            {formatCount(trial.otherReasons)} would have another reason. Nothing is changed: whoever runs this
            installation can put it in place.
          </Text>
          {trial.rows.length > 0 && (
            // The table may scroll, so it must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <div className={classes.trial} tabIndex={0} role="region" aria-label="Changes by day and URL">
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Day</Table.Th>
                    <Table.Th>URL</Table.Th>
                    <Table.Th>To bots</Table.Th>
                    <Table.Th>To people</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {trial.rows.map((row) => (
                    <Table.Tr key={`${row.day} ${row.linkId}`}>
                      <Table.Td>{row.day}</Table.Td>
                      <Table.Td>{row.link ? shownUrl(row.link) : "Deleted URL"}</Table.Td>
                      <Table.Td>{formatCount(row.toBots)}</Table.Td>
                      <Table.Td>{formatCount(row.toPeople)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
