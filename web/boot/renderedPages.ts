import {
  ForgotPasswordPage,
  LandingPage,
  LoginPage,
  PrivacyPage,
  RegisterPage,
  ResetPasswordPage,
  TermsPage,
} from "./screenChunks.ts";

interface RenderedPage {
  readonly screen: { fetch(): Promise<unknown> };
  /** The query that the page is rendered with. */
  readonly query: string;
  /** Whether the page looks the same with this query. */
  fits(query: URLSearchParams): boolean;
  /** Who is signed in is led away from it. */
  readonly forGuests: boolean;
  /** Whether the page is there to be read, so that the app waits until somebody uses it. */
  readonly startsOnUse: boolean;
}

const always = () => true;
const open = { query: "", fits: always, forGuests: false, startsOnUse: true };
const guest = { query: "", fits: always, forGuests: true, startsOnUse: false };

/** The pages that are rendered at build, by their paths: they can be read before a script runs, or without one. */
export const renderedPages: Readonly<Record<string, RenderedPage>> = {
  "/": { ...open, screen: LandingPage },
  "/privacy": { ...open, screen: PrivacyPage },
  "/terms": { ...open, screen: TermsPage },
  "/login": { ...guest, screen: LoginPage, fits: (query) => !query.has("message") && !query.has("error") },
  "/register": { ...guest, screen: RegisterPage },
  "/forgot-password": { ...guest, screen: ForgotPasswordPage },
  // Without a token it leads elsewhere.
  "/reset-password": {
    ...guest,
    screen: ResetPasswordPage,
    query: "?token=some",
    fits: (query) => (query.get("token") ?? "") !== "",
  },
};
