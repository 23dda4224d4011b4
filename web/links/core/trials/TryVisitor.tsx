import "@mantine/core/styles/List.layer.css";
import "@mantine/core/styles/SimpleGrid.layer.css";
import { useLazyQuery } from "@apollo/client/react";
import { Button, List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconPlayerPlay } from "../../../ui/elements/icons.ts";
import { useState } from "react";
import { messageOr } from "../../../core/errors/failure.ts";
import { type TrialOutcome, TryLinkDocument } from "../../../core/graphql/generated/graphql.ts";
import { countries } from "../options/countries.ts";
import { rulesInput } from "../options/input.ts";
import type { LinkFormValues } from "../options/values.ts";
import { instantOf } from "../options/zonedTime.ts";
import { agents } from "./agents.ts";

const outcomes: Readonly<Record<TrialOutcome, string>> = {
  redirect: "Is redirected",
  preview: "Is shown the link's preview",
  blocked: "Gets a page: not available here",
  notYet: "Gets a page: not active yet",
  expired: "The link has expired",
  usedUp: "The link is used up",
  uncounted: "Gets a page: a link for people",
  inactive: "Gets a page: switched off",
  banned: "Gets a page: banned",
  listed: "Gets a warning: listed as harmful",
  password: "Is asked for the password",
  unreachable: "Gets nowhere: the domain is not served",
};

const nobody = { country: "", userAgent: agents[0]?.value ?? "", language: "", query: "", at: "" };

/** Simulates a visitor and shows where the rules in the form would redirect them. */
export function TryVisitor({ linkId, values }: { linkId: string; values: LinkFormValues }) {
  const [visitor, setVisitor] = useState(nobody);
  const [ask, { data, error, loading }] = useLazyQuery(TryLinkDocument, { fetchPolicy: "no-cache" });
  const field = (name: keyof typeof nobody) => ({
    size: "sm",
    value: visitor[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setVisitor({ ...visitor, [name]: event.currentTarget.value }),
  });
  const run = () => {
    const { country, userAgent, language, query, at } = visitor;
    const time = at === "" ? null : instantOf(at, values.timeZone);
    void ask({
      variables: {
        linkId,
        visitor: { country: country || null, userAgent, language, query, at: time },
        rules: rulesInput(values) ?? [],
      },
    }).catch(() => undefined);
  };
  const tried = error ? undefined : data?.tryLink;

  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        Where a visitor would go, by the rules above, saved or not. Nothing is counted.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
        <NativeSelect label="Country" data={[{ value: "", label: "Unknown" }, ...countries]} {...field("country")} />
        <NativeSelect label="Visitor" data={agents} {...field("userAgent")} />
        <TextInput label="Language" placeholder="de-AT,de;q=0.9" {...field("language")} />
        <TextInput label="Query" placeholder="src=mail" {...field("query")} />
        <TextInput label="At" description="Now, when empty" type="datetime-local" {...field("at")} />
      </SimpleGrid>
      <Button
        variant="light"
        size="compact-md"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconPlayerPlay size={16} aria-hidden />}
        loading={loading}
        onClick={run}
      >
        Try it
      </Button>
      <div role="status">
        {error && (
          <Text size="sm" c="red">
            {messageOr(error, "This could not be tried")}
          </Text>
        )}
        {tried && (
          <Stack gap={4}>
            <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
              {outcomes[tried.outcome]}
              {typeof tried.url === "string" && `: ${tried.url}`}
            </Text>
            <List size="sm" spacing={2}>
              {tried.explanation.map((reason) => (
                <List.Item key={reason} style={{ overflowWrap: "anywhere" }}>
                  {reason}
                </List.Item>
              ))}
            </List>
          </Stack>
        )}
      </div>
    </Stack>
  );
}
