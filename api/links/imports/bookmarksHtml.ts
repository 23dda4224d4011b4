import { importLimits } from "@hoplog/schema/imports/limits.js";
import { counted } from "@hoplog/schema/counted.js";
import { limits } from "@hoplog/schema/limits.js";
import { Parser } from "htmlparser2";
import { shownValue } from "./sources/fields.ts";
import { UnreadableFile, tooManyLinks } from "./utf8.ts";

/** Elements with an end tag; `dt`, `dd` and `p` have none in these files. */
const withEnd: ReadonlySet<string> = new Set(["a", "h3", "dl"]);
type Place = "title" | "heading" | "note" | "nowhere";
/** The role of text after a start tag; other elements belong to the surrounding text. */
const readAs: ReadonlyMap<string, Place> = new Map([
  ["a", "title"],
  ["h3", "heading"],
  ["dd", "note"],
  ...["dt", "dl", "p", "hr", "title", "h1"].map((name): [string, Place] => [name, "nowhere"]),
]);
/** Maximum depth of nested folders, and of elements whose end tag is missing. */
const depthMax = 200;
/** Maximum number of folders whose description, which is not imported, is listed individually. */
const describedMax = 10;
/** Maximum length of an icon's URL, which is listed but not imported. */
const iconMax = 100;
/** Attributes that mark a browser's built-in folders: the toolbar, and bookmarks without a folder. */
const rootAttributes: ReadonlySet<string> = new Set(["personal_toolbar_folder", "unfiled_bookmarks_folder"]);

interface Folder {
  title: string;
  isRoot: boolean;
  /** Names of folders, outermost first. */
  path: string;
  /** The folder's description. Groups have none, so it is reported as not imported. */
  description: string;
}

interface Bookmark {
  /** Attributes by lower-case name. */
  readonly attributes: Map<string, string>;
  title: string;
  note: string;
  readonly folder: string;
}

/**
 * Reads the bookmarks of a file that a browser has exported, with their attributes, `title`, `note` and `folder`: the
 * names of its folders, without the browser's own outermost one if there are others. Throws UnreadableFile.
 * @see https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85)
 */
export function bookmarksIn(text: string): { readonly records: readonly object[]; readonly notes: readonly string[] } {
  const bookmarks: Bookmark[] = [];
  const lists: (Folder | null)[] = [];
  const described: Folder[] = [];
  /** The folder whose list follows. */
  let heading: Folder | null = null;
  let bookmark: Bookmark | null = null;
  let reading: Place = "nowhere";
  let [tag, depth] = ["", 0];

  const parser = new BookmarkParser({
    onopentagname(name) {
      if (withEnd.has(name) && ++depth > depthMax)
        throw new UnreadableFile("The folders of these bookmarks are nested too deep");
      if (name === "a") {
        if (bookmarks.length === importLimits.linksMax) throw tooManyLinks();
        bookmark = { attributes: new Map(), title: "", note: "", folder: lists.at(-1)?.path ?? "" };
        bookmarks.push(bookmark);
      } else if (name === "h3") {
        heading = { title: "", isRoot: false, path: "", description: "" };
        bookmark = null;
      } else if (name === "dl") {
        // Browsers add descriptions to their own folders, so these are not reported.
        if (heading?.description.trim() && !heading.isRoot) described.push(heading);
        lists.push(heading && { ...heading, path: pathOf(heading, lists.at(-1) ?? null) });
        heading = null;
      }
      tag = name;
      reading = readAs.get(name) ?? reading;
    },
    onattribute(name, value) {
      if (tag === "h3" && heading && rootAttributes.has(name)) heading.isRoot = true;
      if (tag !== "a" || !bookmark) return;
      if (bookmark.attributes.size > importLimits.columnsMax)
        throw new UnreadableFile("A bookmark has too many attributes");
      if (!bookmark.attributes.has(name))
        bookmark.attributes.set(name, name === "icon" ? value.slice(0, iconMax) : value);
    },
    ontext(piece) {
      if (reading === "heading" && heading) heading.title += piece;
      else if (reading === "title" && bookmark) bookmark.title += piece;
      else if (reading === "note" && bookmark) bookmark.note += piece;
      else if (reading === "note" && heading) heading.description += piece;
    },
    onclosetag(name) {
      if (!withEnd.has(name)) return;
      depth--;
      reading = "nowhere";
      if (name === "dl") lists.pop();
    },
  });
  parser.end(text);
  return { records: bookmarks.map(recordOf), notes: notesOf(described) };
}

function notesOf(described: readonly Folder[]): string[] {
  const notes = described
    .slice(0, describedMax)
    .map(
      ({ title, description }) =>
        `The description "${shownValue(description)}" of the folder ${shownValue(title)} is not imported`,
    );
  const more = described.length - notes.length;
  return more > 0
    ? [...notes, `The descriptions of ${counted(more, "more folder are", "more folders are")} not imported`]
    : notes;
}

/** A parser that closes elements without an end tag, which would otherwise nest in each other. */
class BookmarkParser extends Parser {
  protected override isVoidElement(name: string): boolean {
    return !withEnd.has(name);
  }
}

function recordOf({ attributes, title, note, folder }: Bookmark): Record<string, unknown> {
  const tags = attributes.get("tags")?.split(",");
  return { ...Object.fromEntries(attributes), ...(tags && { tags }), title: title.trim(), note: note.trim(), folder };
}

/**
 * Returns a folder's path, cut to one character more than a group's name may have, so that it is refused as too long.
 */
function pathOf({ title }: Folder, parent: Folder | null): string {
  const name = title.trim().slice(0, limits.groupNameMax + 1);
  const before = parent === null || parent.isRoot ? "" : parent.path;
  return (before === "" ? name : `${before} / ${name}`).slice(0, limits.groupNameMax + 1);
}

/** Removes the data of icons, which is most of such a file. */
export function withoutIcons(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const bare = text.replaceAll(/ ICON="data:[^"]*"/gi, ' ICON="data:"');
  return bare.length === text.length ? bytes : Buffer.from(bare, "latin1");
}
