/** Describes how to request the next page of a list, and which field of the response contains the items. */
export type Paging =
  /** Uses the cursor in the response's `pagination`. */
  (
    | { readonly by: "pagination" }
    | { readonly by: "after" }
    /** Passes this field of the last item as `before`. */
    | { readonly by: "before"; readonly field: string }
  ) & {
    /** Field of `data` that contains the items; `data` itself by default. */
    readonly items?: string;
  };

/** A page of a list. `answer` is the whole response, which also contains fields other than the items. */
export interface Page<Item, Answer = unknown> {
  readonly items: readonly Item[];
  readonly answer: Answer;
  /** Query parameters of the next page, such as `{ after: "…" }` (without `page`); null on the last page. */
  readonly next: Readonly<Record<string, string | number>> | null;
}

/** A list whose pages are fetched on demand: creating the list sends no request. */
export interface Paged<Item, Answer = unknown> extends AsyncIterable<Item> {
  /** Fetches the page that the query selects; the first page by default. */
  page(): Promise<Page<Item, Answer>>;
  /** Fetches the page that the query selects, and all following pages. */
  pages(): AsyncIterable<Page<Item, Answer>>;
}

export type ReadPage<Answer> = (query: object) => Promise<Answer>;

export function paged<Item, Answer extends object>(
  read: ReadPage<Answer>,
  query: object,
  paging: Paging,
): Paged<Item, Answer> {
  async function pageOf(asked: object): Promise<Page<Item, Answer>> {
    const answer = await read(asked);
    const items: readonly Item[] = listIn(answer, paging.items);
    return { items, answer, next: nextOf(answer, items, paging) };
  }
  async function* pages(): AsyncGenerator<Page<Item, Answer>, void, void> {
    for (let asked = query; ;) {
      const page = await pageOf(asked);
      yield page;
      // Stops if the server repeats a cursor, which would otherwise cause an endless loop.
      if (page.next === null || isIn(page.next, asked)) return;
      asked = { ...asked, page: undefined, ...page.next };
    }
  }
  return {
    page: () => pageOf(query),
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
}

/** Returns the items of a response, which is assumed to match the OpenAPI document; empty if it contains no list. */
function listIn(answer: object, name: string | undefined) {
  const data = fieldOf(answer, "data");
  const items = name === undefined ? data : fieldOf(data, name);
  return Array.isArray(items) ? items : [];
}

function nextOf(answer: object, items: readonly unknown[], paging: Paging): Page<unknown>["next"] {
  const cursor =
    paging.by === "pagination"
      ? fieldOf(fieldOf(answer, "pagination"), "nextCursor")
      : paging.by === "after"
        ? fieldOf(answer, "next")
        : fieldOf(items.at(-1), paging.field);
  if (typeof cursor !== "string" && typeof cursor !== "number") return null;
  return { [paging.by === "before" ? "before" : "after"]: cursor };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function isIn(next: Readonly<Record<string, string | number>>, asked: object): boolean {
  return Object.entries(next).every(([name, value]) => fieldOf(asked, name) === value);
}
