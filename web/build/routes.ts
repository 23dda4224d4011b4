export const frame = "boot/SignedIn.tsx";

/** The modules that boot/Screens.tsx fetches for each route. What is fetched only on demand (charts, modals) isn't here. */
export const routes: Readonly<Record<string, readonly string[]>> = {
  "/": ["landing/StartPage.tsx"],
  "/privacy": ["legal/PrivacyPage.tsx"],
  "/terms": ["legal/TermsPage.tsx"],
  "/login": ["identity/LoginPage.tsx"],
  "/register": ["identity/RegisterPage.tsx"],
  "/google-oauth-complete": ["identity/GoogleCallbackPage.tsx"],
  "/forgot-password": ["identity/ForgotPasswordPage.tsx"],
  "/reset-password": ["identity/ResetPasswordPage.tsx"],
  "/stats/token": ["sharedPage/SharedPage.tsx"],
  "/new": ["newLink/NewLinkPage.tsx"],
  "/dashboard": [frame, "dashboard/DashboardPage.tsx"],
  "/urls": [frame, "links/LinksPage.tsx"],
  "/groups": [frame, "groups/GroupsPage.tsx"],
  "/profile": [frame, "profile/ProfilePage.tsx"],
  "/analytics": [frame, "analytics/account/AnalyticsPage.tsx"],
  "/live": [frame, "liveClicks/LivePage.tsx"],
  "/analytics/sql": [frame, "sql/SqlPage.tsx"],
  "/analytics/orphans": [frame, "orphans/OrphansPage.tsx"],
  "/analytics/ledger": [frame, "ledger/LedgerPage.tsx"],
  "/analytics/bots": [frame, "bots/BotsPage.tsx"],
  "/settings/domains": [frame, "domains/DomainsPage.tsx"],
  "/settings/shares": [frame, "shares/SharesPage.tsx"],
  "/settings/alarms": [frame, "alarms/AlarmsPage.tsx"],
  "/settings/exports": [frame, "exports/ExportsPage.tsx"],
};
