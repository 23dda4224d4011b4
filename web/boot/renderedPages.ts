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
  /** Query string that the page is rendered with. */
  readonly query: string;
  /** Returns whether the page looks the same with this query. */
  fits(query: URLSearchParams): boolean;
  /** Whether signed-in users are redirected away from the page. */
  readonly forGuests: boolean;
  /** Whether the page is mainly for reading, so that the app starts only when the user interacts with the page. */
  readonly startsOnUse: boolean;
}

const always = () => true;
const open = { query: "", fits: always, forGuests: false, startsOnUse: true };
const guest = { query: "", fits: always, forGuests: true, startsOnUse: false };

/** The pages rendered at build time, by path: they are readable before scripts run, or without them. */
export const renderedPages: Readonly<Record<string, RenderedPage>> = {
  "/": { ...open, screen: LandingPage },
  "/privacy": { ...open, screen: PrivacyPage },
  "/terms": { ...open, screen: TermsPage },
  "/login": { ...guest, screen: LoginPage, fits: (query) => !query.has("message") && !query.has("error") },
  "/register": { ...guest, screen: RegisterPage },
  "/forgot-password": { ...guest, screen: ForgotPasswordPage },
  // The page is rendered with a token, because it redirects without one.
  "/reset-password": {
    ...guest,
    screen: ResetPasswordPage,
    query: "?token=some",
    fits: (query) => (query.get("token") ?? "") !== "",
  },
};
