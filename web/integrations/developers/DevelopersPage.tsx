import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import { useInstallation } from "../../core/session/installation.ts";
import { PageHead } from "../../ui/elements/PageHead.tsx";
import classes from "./DevelopersPage.module.css";
import { GraphqlConsole } from "./GraphqlConsole.tsx";

/** Page with documentation for developers, and a console to try the API. */
export function DevelopersPage() {
  const { hasDocs } = useInstallation();
  return (
    <div className={classes.page}>
      <PageHead title="For developers" subtitle="REST and GraphQL: the same rules, the same names" />
      <ul className={classes.cards}>
        {hasDocs && (
          <li className={`sheet ${classes.card}`}>
            <h2>Documentation</h2>
            <p>
              Guides, reference and search.{" "}
              <Anchor inherit href="/docs/">
                Read
              </Anchor>
            </p>
          </li>
        )}
        <li className={`sheet ${classes.card}`}>
          <h2>API keys</h2>
          <p>
            Programs get a key of their own, with scopes.{" "}
            <Anchor inherit component={Link} to="/settings/keys">
              Make one
            </Anchor>
          </p>
        </li>
        <li className={`sheet ${classes.card}`}>
          <h2>Webhooks</h2>
          <p>
            What happens is sent to your server, signed.{" "}
            <Anchor inherit component={Link} to="/settings/webhooks">
              Set one up
            </Anchor>
          </p>
        </li>
        <li className={`sheet ${classes.card}`}>
          <h2>REST</h2>
          <p>
            Every call, with a console.{" "}
            <Anchor inherit href="/api/docs">
              Reference
            </Anchor>{" "}
            <Anchor inherit href="/api/openapi.json" download="hoplog-openapi.json">
              OpenAPI 3.1
            </Anchor>
          </p>
        </li>
        <li className={`sheet ${classes.card}`}>
          <h2>GraphQL</h2>
          <p>
            At <code>/graphql</code>, subscriptions over WebSocket at the same address. Try it below: the editor knows
            the schema, and completes as you type.{" "}
            <Anchor inherit href="/graphql">
              GraphiQL
            </Anchor>{" "}
            has its documentation too.
          </p>
        </li>
      </ul>
      <GraphqlConsole />
    </div>
  );
}
