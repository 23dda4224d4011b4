import { Suspense, lazy } from "react";
import { BrowserRouter, Navigate, Route, Routes } from "react-router-dom";
import { CrashBoundary } from "../errors/Crash.tsx";
import { FullPageLoader } from "../elements/FullPageLoader.tsx";
import { GuestsOnly, SignedInOnly } from "../session/guards.tsx";

/* Each screen is a chunk of its own, fetched when it is first needed. build/routes.ts weighs them. */
const LandingPage = lazy(async () => ({ default: (await import("../landing/LandingPage.tsx")).LandingPage }));
const PrivacyPage = lazy(async () => ({ default: (await import("../legal/PrivacyPage.tsx")).PrivacyPage }));
const TermsPage = lazy(async () => ({ default: (await import("../legal/TermsPage.tsx")).TermsPage }));
const GoogleCallbackPage = lazy(async () => ({
  default: (await import("../identity/GoogleCallbackPage.tsx")).GoogleCallbackPage,
}));
const LoginPage = lazy(async () => ({ default: (await import("../identity/LoginPage.tsx")).LoginPage }));
const RegisterPage = lazy(async () => ({ default: (await import("../identity/RegisterPage.tsx")).RegisterPage }));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import("../identity/ForgotPasswordPage.tsx")).ForgotPasswordPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import("../identity/ResetPasswordPage.tsx")).ResetPasswordPage,
}));
const SignedIn = lazy(async () => ({ default: (await import("./SignedIn.tsx")).SignedIn }));
const DashboardPage = lazy(async () => ({ default: (await import("../dashboard/DashboardPage.tsx")).DashboardPage }));
const LinksPage = lazy(async () => ({ default: (await import("../links/LinksPage.tsx")).LinksPage }));
const GroupsPage = lazy(async () => ({ default: (await import("../groups/GroupsPage.tsx")).GroupsPage }));
const ProfilePage = lazy(async () => ({ default: (await import("../profile/ProfilePage.tsx")).ProfilePage }));

export function Router() {
  return (
    <CrashBoundary>
      {/* Switches and fields that stand in the address must follow at once, as if their state were their own. */}
      <BrowserRouter useTransitions={false}>
        <Suspense fallback={<FullPageLoader />}>
          <Routes>
            <Route path="/" element={<LandingPage />} />
            <Route path="/privacy" element={<PrivacyPage />} />
            <Route path="/terms" element={<TermsPage />} />
            <Route path="/google-oauth-complete" element={<GoogleCallbackPage />} />
            <Route element={<GuestsOnly />}>
              <Route path="/login" element={<LoginPage />} />
              <Route path="/register" element={<RegisterPage />} />
              <Route path="/forgot-password" element={<ForgotPasswordPage />} />
              <Route path="/reset-password" element={<ResetPasswordPage />} />
            </Route>
            <Route element={<SignedInOnly />}>
              <Route element={<SignedIn />}>
                <Route path="/dashboard" element={<DashboardPage />} />
                <Route path="/urls" element={<LinksPage />} />
                <Route path="/groups" element={<GroupsPage />} />
                <Route path="/profile" element={<ProfilePage />} />
              </Route>
            </Route>
            <Route path="*" element={<Navigate to="/" replace />} />
          </Routes>
        </Suspense>
      </BrowserRouter>
    </CrashBoundary>
  );
}
