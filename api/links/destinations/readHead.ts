import { Parser } from "htmlparser2";

/** Metadata in the head of a page, without any cleaning. */
export interface PageHead {
  readonly title: string | null;
  readonly description: string | null;
  readonly base: string | null;
  readonly icons: readonly { readonly href: string; readonly type: string; readonly rel: string }[];
  readonly picture: string | null;
}

export interface HeadReader {
  push(text: string): void;
  /** Whether the head has ended; later text is ignored. */
  isOver(): boolean;
  head(): PageHead;
}

/** Names of meta elements in order of preference. */
const titles = ["og:title", "twitter:title"];
const descriptions = ["og:description", "description", "twitter:description"];
const pictures = ["og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src"];

/** Maximum characters of a text, because a page may contain megabytes. */
const textMax = 20_000;
const iconsMax = 20;

/** Creates a parser that reads HTML in chunks up to the end of the head, as tolerantly as browsers. */
export function createHeadReader(): HeadReader {
  const metas = new Map<string, string>();
  const icons: PageHead["icons"][number][] = [];
  let title: string | null = null;
  let base: string | null = null;
  let [inTitle, isOver] = [false, false];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (isOver) return;
      if (name === "body") isOver = true;
      else if (name === "title" && title === null) [title, inTitle] = ["", true];
      else if (name === "base") base ??= attributes["href"] ?? null;
      else if (name === "meta") readMeta(attributes);
      else if (name === "link") readLink(attributes);
    },
    ontext(text) {
      if (!isOver && inTitle && title !== null && title.length < textMax) title += text.slice(0, textMax);
    },
    onclosetag(name) {
      if (name === "title") inTitle = false;
      if (name === "head") isOver = true;
    },
  });

  // Opens a head explicitly, because its start tag may be missing and its end tag is ignored otherwise.
  parser.write("<head>");

  function readMeta({ property, name, content }: Record<string, string>): void {
    const key = (property ?? name ?? "").trim().toLowerCase();
    if (content === undefined || content.trim() === "" || metas.has(key)) return;
    if ([titles, descriptions, pictures].some((keys) => keys.includes(key))) metas.set(key, content.slice(0, textMax));
  }

  function readLink({ rel = "", href, type = "" }: Record<string, string>): void {
    const rels = rel.toLowerCase().split(/\s+/);
    const kind = ["icon", "apple-touch-icon"].find((one) => rels.includes(one));
    if (kind !== undefined && href && icons.length < iconsMax)
      icons.push({ href, type: type.toLowerCase(), rel: kind });
  }

  const first = (keys: readonly string[]) => keys.map((key) => metas.get(key)).find((value) => value) ?? null;
  return {
    push: (text) => {
      if (!isOver) parser.write(text);
    },
    isOver: () => isOver,
    head: () => ({
      title: first(titles) ?? title,
      description: first(descriptions),
      base,
      icons,
      picture: first(pictures),
    }),
  };
}
