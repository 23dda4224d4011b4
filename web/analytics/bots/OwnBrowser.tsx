import { useQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconEyeOff } from "../../ui/elements/icons.ts";
import { useMemo } from "react";
import { type OwnRulesFragment, ShortHostsDocument } from "../../core/graphql/generated/graphql.ts";
import { useOwnDomains } from "../../links/core/useOwnDomains.ts";
import classes from "./BotsPage.module.css";

/** Where a redirector asks whether a browser's visits are to be left out. */
const path = "/.well-known/hoplog/own-visits";

/** Leads to each short host, which alone can give this browser a cookie of its own. */
export function OwnBrowser({ parameter }: Pick<OwnRulesFragment, "parameter">) {
  const { data } = useQuery(ShortHostsDocument);
  const domains = useOwnDomains();
  const origins = useMemo(() => {
    const used = (data?.links.edges ?? []).map(({ node }) => new URL(node.fullShortUrl).origin);
    return [...new Set([...used, ...domains.map(({ name }) => `https://${name}`)])];
  }, [data, domains]);
  if (!parameter) {
    return <p className={classes.about}>With a parameter, single browsers can be left out as well: by a cookie.</p>;
  }
  const query = new URLSearchParams([[parameter.name, parameter.value]]).toString();
  return (
    <span className={classes.tools}>
      {origins.map((origin) => (
        <Button
          key={origin}
          component="a"
          href={`${origin}${path}?${query}`}
          target="_blank"
          rel="noreferrer"
          size="compact-md"
          variant="default"
          leftSection={<IconEyeOff size={16} aria-hidden />}
        >
          Leave out this browser at {new URL(origin).host}
        </Button>
      ))}
    </span>
  );
}
