import { useQuery } from "@apollo/client/react";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPhoto } from "../../ui/elements/icons.ts";
import {
  DestinationDocument,
  type DestinationQuery,
  type LinkCardFragment,
} from "../../core/graphql/generated/graphql.ts";
import { codeProblemIn, type OwnDomain } from "./codePlaces.ts";
import classes from "./LinkFormPreview.module.css";
import { displayUrl } from "./linkTexts.ts";
import { hostOf } from "./options/summaries.ts";
import type { LinkFormValues } from "./options/values.ts";
import PlainQr from "../qr/PlainQr.tsx";

interface LinkFormPreviewProps {
  values: LinkFormValues;
  link: LinkCardFragment | null;
  /** The default domain's base URL; null if unknown. */
  defaultBase: string | null;
  domains: readonly OwnDomain[];
}

/** Preview of the link's QR code and of its card in social networks. Loaded in its own chunk. */
export default function LinkFormPreview({ values, link, defaultBase, domains }: LinkFormPreviewProps) {
  const { domain } = values;
  const found = useDestination(values.originalUrl);
  const typed = values.shortUrl.trim() || (link?.shortUrl ?? "");
  const isCode = typed !== "" && codeProblemIn({ shortUrl: typed, domain }, link) === null;
  const code = domains.some(({ name, ignoresCase }) => name === domain && ignoresCase) ? typed.toLowerCase() : typed;
  const base = domain === "" ? defaultBase : `https://${domain}/`;
  const { displayName = domain } = [...domains, link?.domain].find((known) => known?.name === domain) ?? {};
  const shownBase = domain === "" ? displayUrl(base ?? "") : `${displayName}/`;
  return (
    <div className={classes.preview}>
      <Qr url={base !== null && isCode ? `${base}${code}` : null} shown={`${shownBase}${code}`} />
      <SocialCard values={values} found={found} />
    </div>
  );
}

function Qr({ url, shown }: { url: string | null; shown: string }) {
  if (url === null) return <p className={classes.none}>The QR code is shown here as soon as the code is known.</p>;
  return (
    <figure className={classes.figure}>
      <PlainQr url={url} shown={shown} className={classes.qr} />
      <figcaption className={classes.url}>{shown}</figcaption>
    </figure>
  );
}

type Found = DestinationQuery["destination"] | null;

/**
 * Returns the api's data about a URL that is a destination of the workspace's links; null for any other URL and while
 * unknown.
 */
function useDestination(originalUrl: string): Found {
  const [url] = useDebouncedValue(originalUrl.trim(), 400);
  const { data } = useQuery(DestinationDocument, { variables: { url }, skip: !URL.canParse(url) });
  return data?.destination ?? null;
}

/**
 * Preview as in messengers and social networks. Shows only pictures that the api has fetched, because the page must not
 * load pictures from other sites.
 */
function SocialCard({ values: { originalUrl, preview }, found }: { values: LinkFormValues; found: Found }) {
  const [title, description, image] = [preview.title, preview.description, preview.imageUrl].map((text) => text.trim());
  const isOwn = [title, description, image].some((text) => text !== "");
  const missing = (what: string) => (isOwn ? `No ${what}` : `The destination's ${what}`);
  const shown = isOwn ? null : found;
  const [host = ""] = hostOf(originalUrl).split("/");
  const [imageHost = ""] = hostOf(image ?? "").split("/");
  return (
    <div className={classes.card}>
      <div className={classes.image} data-filled={Boolean(shown?.pictureUrl)}>
        {shown?.pictureUrl ? (
          <img className={classes.picture} src={shown.pictureUrl} alt="" />
        ) : (
          <>
            <IconPhoto size={28} aria-hidden />
            <span>{imageHost === "" ? missing("image") : `Image from ${imageHost}`}</span>
          </>
        )}
      </div>
      <div className={classes.texts}>
        <span className={classes.host}>{host || "example.com"}</span>
        <span className={classes.title} data-own={title !== "" || Boolean(shown?.title)}>
          {title || shown?.title || missing("title")}
        </span>
        <span className={classes.description} data-own={description !== "" || Boolean(shown?.description)}>
          {description || shown?.description || missing("description")}
        </span>
      </div>
    </div>
  );
}
