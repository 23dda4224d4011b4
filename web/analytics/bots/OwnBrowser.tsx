import { useQuery } from "@apollo/client/react";
import { Button } from "@mantine/core";
import { IconEyeOff } from "../../ui/elements/icons.ts";
import { useMemo } from "react";
import { type OwnRulesFragment, ShortHostsDocument } from "../../core/graphql/generated/graphql.ts";
import { useOwnDomains } from "../../links/core/useOwnDomains.ts";
import classes from "./BotsPage.module.css";

/** Path on redirectors of the page that excludes a browser's own visits. */
const path = "/.well-known/hoplog/own-visits";

/**
 * Links to the short hosts of the newest links and of the domains, because only the host itself can set its cookie in
 * this browser.
 */
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
