import { type Page, render } from "./page.ts";
import { ownVisitsPages } from "./ownVisitsPages.ts";
import { passwordPages } from "./passwordPages.ts";

export interface Pages {
  readonly notFound: Page;
  readonly gone: Page;
  readonly notYet: Page;
  readonly expired: Page;
  readonly usedUp: Page;
  /** Shown to bots if the link has a cap, which counts visits by people. */
  readonly forPeople: Page;
  /** Shown at `code+` instead of the destination if the link has a cap, which counts visits by people. */
  readonly countsPeople: Page;
  /** Shown if the visitor gets no visit of the link's cap although it may have some left. */
  readonly tryAgain: Page;
  /** Shown if a rule of the link has blocked the visitor. */
  readonly blocked: Page;
  /** Warning that the link may redirect to a URL on a blocklist. */
  readonly listed: Page;
  /** Asks for the link's password. */
  readonly password: Page;
  readonly noPassword: Page;
  readonly wrongPassword: Page;
  /** Shown after too many wrong passwords. Does not include Retry-After, which the caller adds. */
  readonly tooManyTries: Page;
  readonly busy: Page;
  /** Shown at `code+` instead of the destination if the link has a password. */
  readonly asksForPassword: Page;
  /** Form for excluding a browser's visits; the two confirmations and the error of the form follow. */
  readonly ownVisits: Page;
  readonly ownVisitsLeftOut: Page;
  readonly ownVisitsCounted: Page;
  readonly noOwnMark: Page;
  /** Shown if the link's destination is temporarily unknown. */
  readonly unreadable: Page;
}

/** Creates the pages of a site; `home` is the URL of their "home page" link, null for none. */
export function createPages(home: string | null): Pages {
  return {
    notFound: {
      status: 404,
      body: render(
        home,
        "Link not found",
        "There is no short link at this address. It may have been mistyped or deleted.",
      ),
    },
    gone: {
      status: 410,
      body: render(home, "Link switched off", "The owner of this short link has switched it off."),
    },
    notYet: {
      status: 404,
      body: render(home, "Link not active yet", "The owner of this short link has set a time from which it works."),
    },
    expired: {
      status: 410,
      body: render(home, "Link expired", "This short link worked until a time that its owner has set."),
    },
    usedUp: {
      status: 410,
      body: render(
        home,
        "Link used up",
        "This short link worked for a limited number of visits, and the limit has been reached.",
      ),
    },
    forPeople: {
      status: 200,
      body: render(
        home,
        "A link for people",
        "This short link works for a limited number of visits, so it does not redirect programs and previews. Open it in a browser.",
      ),
    },
    countsPeople: {
      status: 200,
      body: render(
        home,
        "A link for a limited number of people",
        "This short link works for a limited number of visits, so its destination is only shown to those who open it.",
      ),
    },
    tryAgain: {
      status: 503,
      body: render(
        home,
        "Please try again",
        "This short link works for a limited number of visits. Reload the page in a moment: a visit may become available.",
      ),
      retryAfter: 1,
    },
    blocked: {
      status: 403,
      body: render(home, "Link not available here", "The owner of this short link does not offer it to every visitor."),
    },
    listed: {
      status: 403,
      body: render(
        home,
        "This link may be harmful",
        "Its destination is on a list of pages that steal data or harm devices, so this short link does not lead there.",
      ),
    },
    ...passwordPages(home),
    ...ownVisitsPages(home),
    unreadable: {
      status: 503,
      body: render(home, "Link not available", "This short link is temporarily unavailable. Please try again later."),
      retryAfter: 30,
    },
  };
}
