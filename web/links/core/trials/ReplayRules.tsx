import "@mantine/core/styles/List.layer.css";
import { useLazyQuery } from "@apollo/client/react";
import { Button, Group, List, NativeSelect, Stack, Text } from "@mantine/core";
import { IconHistory } from "../../../ui/elements/icons.ts";
import { useState } from "react";
import { messageOr } from "../../../core/errors/failure.ts";
import { ReplayLinkDocument } from "../../../core/graphql/generated/graphql.ts";
import { rulesInput } from "../options/input.ts";
import type { LinkFormValues } from "../options/values.ts";
import { ClicksTable } from "./ClicksTable.tsx";

const spans = [7, 30, 90].map((days) => ({ value: String(days), label: `Last ${days} days` }));

/** Replays past clicks against the rules in the form. */
export function ReplayRules({ linkId, values }: { linkId: string; values: LinkFormValues }) {
  const [days, setDays] = useState("30");
  const [ask, { data, error, loading }] = useLazyQuery(ReplayLinkDocument, { fetchPolicy: "no-cache" });
  const run = () =>
    void ask({ variables: { linkId, days: Number(days), rules: rulesInput(values) ?? [] } }).catch(() => undefined);
  const replayed = error ? undefined : data?.replayLink;
  const rows = replayed && [
    ...replayed.rules.map((rule, i) => ({ ...rule, name: rule.name === "" ? `Rule ${i + 1}` : rule.name })),
    { name: "No rule", ...replayed.noRule },
    ...(replayed.undetermined.clicks > 0 ? [{ name: "Can't be told", ...replayed.undetermined }] : []),
  ];

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        How many clicks of the past would have gone where by these rules.
      </Text>
      <Group gap="sm" align="flex-end">
        <NativeSelect
          size="sm"
          aria-label="Which clicks"
          data={spans}
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconHistory size={16} aria-hidden />}
          loading={loading}
          onClick={run}
        >
          Replay clicks
        </Button>
      </Group>
      <div role="status">
        {error && (
          <Text size="sm" c="red">
            {messageOr(error, "The clicks could not be replayed")}
          </Text>
        )}
        {rows && <ClicksTable caption="Clicks by rule" rows={rows} />}
        {replayed && replayed.unavailable.length > 0 && (
          <List size="sm" mt="xs">
            {replayed.unavailable.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        )}
      </div>
    </Stack>
  );
}
