import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { FullPageLoader } from "../ui/elements/FullPageLoader.tsx";
import { GuestsOnly, SignedInOnly } from "../core/session/guards.tsx";
import {
  ForgotPasswordPage,
  GoogleCallbackPage,
  LandingPage,
  LoginPage,
  NewLinkPage,
  PrivacyPage,
  RegisterPage,
  ResetPasswordPage,
  SharedPage,
  SignedIn,
  TermsPage,
  ownScreens,
} from "./screenChunks.ts";

export function Screens() {
  return (
    <Suspense fallback={<FullPageLoader />}>
      <Routes>
        <Route path="/" element={<LandingPage />} />
        <Route path="/privacy" element={<PrivacyPage />} />
        <Route path="/terms" element={<TermsPage />} />
        <Route path="/google-oauth-complete" element={<GoogleCallbackPage />} />
        <Route path="/stats/:token" element={<SharedPage />} />
        <Route element={<GuestsOnly />}>
          <Route path="/login" element={<LoginPage />} />
          <Route path="/register" element={<RegisterPage />} />
          <Route path="/forgot-password" element={<ForgotPasswordPage />} />
          <Route path="/reset-password" element={<ResetPasswordPage />} />
        </Route>
        <Route element={<SignedInOnly />}>
          <Route path="/new" element={<NewLinkPage />} />
          <Route element={<SignedIn />}>
            {Object.entries(ownScreens).map(([path, Screen]) => (
              <Route key={path} path={path} element={<Screen />} />
            ))}
          </Route>
        </Route>
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </Suspense>
  );
}
