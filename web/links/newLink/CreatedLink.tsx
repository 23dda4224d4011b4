import { Alert, Button, Group, VisuallyHidden } from "@mantine/core";
import { IconCopy } from "../../ui/elements/icons.ts";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { copyShortUrl } from "../core/copyShortUrl.ts";
import { shownUrl } from "../core/linkTexts.ts";
import classes from "./NewLinkPage.module.css";
import type { FindOrCreateLinkMutation } from "../../core/graphql/generated/graphql.ts";

const PlainQr = lazy(() => import("../qr/PlainQr.tsx"));

/** The created or already existing link. */
export function CreatedLink({ found: { link, created }, onAgain }: { found: FoundLink; onAgain: () => void }) {
  const shown = shownUrl(link);
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <div role="status">
        {created ? (
          <VisuallyHidden>The short link was made: {shown}</VisuallyHidden>
        ) : (
          <Alert color="blue" mb="md">
            You had a short link to this URL already: “{link.name}”.
          </Alert>
        )}
      </div>
      <p className={classes.short}>{shown}</p>
      <p className={classes.target}>{link.originalUrl}</p>
      <Suspense fallback={<div className={classes.qr} style={{ height: 176 }} />}>
        <PlainQr url={link.fullShortUrl} shown={shown} className={classes.qr} />
      </Suspense>
      <Group gap="xs">
        <Button
          ref={copy}
          leftSection={<IconCopy size={17} aria-hidden />}
          onClick={() => void copyShortUrl(link.fullShortUrl)}
        >
          Copy
        </Button>
        <Button component={Link} to={`/urls?q=${encodeURIComponent(link.shortUrl)}`} variant="default">
          All URLs
        </Button>
        <Button variant="subtle" onClick={onAgain}>
          Shorten another
        </Button>
      </Group>
    </>
  );
}

export type FoundLink = FindOrCreateLinkMutation["findOrCreateLink"];
