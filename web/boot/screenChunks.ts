import { lazyScreen } from "./lazyScreen.tsx";

/* Each screen is a separate chunk; build/routeWeights.ts checks the size of all chunks of a route. */
export const LandingPage = lazyScreen(async () => (await import("../app/landing/StartPage.tsx")).StartPage);
export const PrivacyPage = lazyScreen(async () => (await import("../app/legal/PrivacyPage.tsx")).PrivacyPage);
export const TermsPage = lazyScreen(async () => (await import("../app/legal/TermsPage.tsx")).TermsPage);
export const GoogleCallbackPage = lazyScreen(
  async () => (await import("../accounts/identity/GoogleCallbackPage.tsx")).GoogleCallbackPage,
);
export const LoginPage = lazyScreen(async () => (await import("../accounts/identity/LoginPage.tsx")).LoginPage);
export const RegisterPage = lazyScreen(
  async () => (await import("../accounts/identity/RegisterPage.tsx")).RegisterPage,
);
export const ForgotPasswordPage = lazyScreen(
  async () => (await import("../accounts/identity/ForgotPasswordPage.tsx")).ForgotPasswordPage,
);
export const ResetPasswordPage = lazyScreen(
  async () => (await import("../accounts/identity/ResetPasswordPage.tsx")).ResetPasswordPage,
);
export const SignedIn = lazyScreen(async () => (await import("./SignedIn.tsx")).SignedIn);
export const DashboardPage = lazyScreen(
  async () => (await import("../analytics/dashboard/DashboardPage.tsx")).DashboardPage,
);
export const LinksPage = lazyScreen(async () => (await import("../links/core/LinksPage.tsx")).LinksPage);
export const GroupsPage = lazyScreen(async () => (await import("../links/groups/GroupsPage.tsx")).GroupsPage);
export const ProfilePage = lazyScreen(async () => (await import("../app/profile/ProfilePage.tsx")).ProfilePage);
export const AnalyticsPage = lazyScreen(
  async () => (await import("../analytics/account/AnalyticsPage.tsx")).AnalyticsPage,
);
export const DomainsPage = lazyScreen(async () => (await import("../links/domains/DomainsPage.tsx")).DomainsPage);
export const LivePage = lazyScreen(async () => (await import("../analytics/live/LivePage.tsx")).LivePage);
export const SqlPage = lazyScreen(async () => (await import("../integrations/sql/console/SqlPage.tsx")).SqlPage);

export const NewLinkPage = lazyScreen(async () => (await import("../links/newLink/NewLinkPage.tsx")).NewLinkPage);
export const SharedPage = lazyScreen(async () => (await import("../reporting/sharedPage/SharedPage.tsx")).SharedPage);
export const SharesPage = lazyScreen(async () => (await import("../reporting/shares/SharesPage.tsx")).SharesPage);
export const ApiKeysPage = lazyScreen(
  async () => (await import("../integrations/apiKeys/ApiKeysPage.tsx")).ApiKeysPage,
);
export const CommandLinePage = lazyScreen(
  async () => (await import("../integrations/apiKeys/CommandLinePage.tsx")).CommandLinePage,
);
export const DevelopersPage = lazyScreen(
  async () => (await import("../integrations/developers/DevelopersPage.tsx")).DevelopersPage,
);
export const AlarmsPage = lazyScreen(async () => (await import("../reporting/alarms/AlarmsPage.tsx")).AlarmsPage);
export const OrphansPage = lazyScreen(async () => (await import("../analytics/misses/OrphansPage.tsx")).OrphansPage);
export const LedgerPage = lazyScreen(async () => (await import("../analytics/ledger/LedgerPage.tsx")).LedgerPage);
export const ExportsPage = lazyScreen(
  async () => (await import("../integrations/exports/ExportsPage.tsx")).ExportsPage,
);
export const WebhooksPage = lazyScreen(
  async () => (await import("../integrations/webhooks/WebhooksPage.tsx")).WebhooksPage,
);
export const OutletsPage = lazyScreen(async () => (await import("../reporting/outlets/OutletsPage.tsx")).OutletsPage);
export const SessionsPage = lazyScreen(
  async () => (await import("../accounts/sessions/SessionsPage.tsx")).SessionsPage,
);
export const SecondFactorPage = lazyScreen(
  async () => (await import("../accounts/secondFactor/SecondFactorPage.tsx")).SecondFactorPage,
);
export const BotsPage = lazyScreen(async () => (await import("../analytics/bots/BotsPage.tsx")).BotsPage);

/** The screens for signed-in users only, by path. */
export const ownScreens = {
  "/dashboard": DashboardPage,
  "/urls": LinksPage,
  "/groups": GroupsPage,
  "/profile": ProfilePage,
  "/analytics": AnalyticsPage,
  "/live": LivePage,
  "/analytics/sql": SqlPage,
  "/analytics/orphans": OrphansPage,
  "/analytics/ledger": LedgerPage,
  "/analytics/bots": BotsPage,
  "/settings/domains": DomainsPage,
  "/settings/shares": SharesPage,
  "/settings/alarms": AlarmsPage,
  "/settings/exports": ExportsPage,
  "/settings/keys": ApiKeysPage,
  "/keys/cli": CommandLinePage,
  "/developers": DevelopersPage,
  "/settings/webhooks": WebhooksPage,
  "/settings/outlets": OutletsPage,
  "/settings/sessions": SessionsPage,
  "/settings/second-factor": SecondFactorPage,
} as const;
