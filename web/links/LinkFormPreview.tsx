import { IconPhoto } from "@tabler/icons-react";
import type { LinkCardFragment } from "../graphql/generated/graphql.ts";
import { codeProblemIn, type OwnDomain } from "./codePlaces.ts";
import classes from "./LinkFormPreview.module.css";
import { displayUrl } from "./linkTexts.ts";
import { hostOf } from "./options/summaries.ts";
import type { LinkFormValues } from "./options/values.ts";
import PlainQr from "../qr/PlainQr.tsx";

interface LinkFormPreviewProps {
  values: LinkFormValues;
  link: LinkCardFragment | null;
  /** What short URLs of the default domain begin with, where it is known. */
  defaultBase: string | null;
  domains: readonly OwnDomain[];
}

/** What others will see of the link. Its own chunk. */
export default function LinkFormPreview({ values, link, defaultBase, domains }: LinkFormPreviewProps) {
  const { domain } = values;
  const typed = values.shortUrl.trim() || (link?.shortUrl ?? "");
  const isCode = typed !== "" && codeProblemIn({ shortUrl: typed, domain }, link) === null;
  const code = domains.some(({ name, ignoresCase }) => name === domain && ignoresCase) ? typed.toLowerCase() : typed;
  const base = domain === "" ? defaultBase : `https://${domain}/`;
  const { displayName = domain } = [...domains, link?.domain].find((known) => known?.name === domain) ?? {};
  const shownBase = domain === "" ? displayUrl(base ?? "") : `${displayName}/`;
  return (
    <div className={classes.preview}>
      <Qr url={base !== null && isCode ? `${base}${code}` : null} shown={`${shownBase}${code}`} />
      <SocialCard values={values} />
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

/** As messengers and social networks show it; pages of this site may load no images of others. */
function SocialCard({ values: { originalUrl, preview } }: { values: LinkFormValues }) {
  const [title, description, image] = [preview.title, preview.description, preview.imageUrl].map((text) => text.trim());
  const isOwn = [title, description, image].some((text) => text !== "");
  const missing = (what: string) => (isOwn ? `No ${what}` : `The destination's ${what}`);
  const [host = ""] = hostOf(originalUrl).split("/");
  const [imageHost = ""] = hostOf(image ?? "").split("/");
  return (
    <div className={classes.card}>
      <div className={classes.image}>
        <IconPhoto size={28} aria-hidden />
        <span>{imageHost === "" ? missing("image") : `Image from ${imageHost}`}</span>
      </div>
      <div className={classes.texts}>
        <span className={classes.host}>{host || "example.com"}</span>
        <span className={classes.title} data-own={title !== ""}>
          {title || missing("title")}
        </span>
        <span className={classes.description} data-own={description !== ""}>
          {description || missing("description")}
        </span>
      </div>
    </div>
  );
}
