import { done } from "../../calls/answers.ts";
import type { Operation } from "../../calls/operation.ts";
import { accountTag, identityAnswers } from "../operations.ts";
import { completionBody } from "./rest.ts";

export const googleOperations: readonly Operation[] = [
  {
    method: "get",
    path: "/api/auth/google",
    tag: accountTag,
    open: true,
    summary: "Sign in with Google",
    description: "For browsers: leads to Google.",
    answer: "redirect",
    failures: [501],
  },
  {
    method: "get",
    path: "/api/auth/google/callback",
    tag: accountTag,
    open: true,
    summary: "Where Google leads back to",
    description: "For browsers that have started the sign-in; leads to a page of the app.",
    answer: "redirect",
    failures: [501],
  },
  {
    method: "post",
    path: "/api/auth/google-oauth-verify",
    tag: accountTag,
    open: true,
    summary: "Whether this browser has started the sign-in",
    description: "Works once, with a cookie that is set where the sign-in starts.",
    answer: done,
    failures: [400, 403, 501],
  },
  {
    method: "post",
    path: "/api/auth/google-oauth-complete",
    tag: accountTag,
    open: true,
    summary: "Complete an account that begins with Google",
    description: "Needs the cookie with the identity that Google has proven.",
    body: completionBody,
    answer: { status: 200, is: identityAnswers.SessionAnswer },
    failures: [400, 403, 409, 422, 501],
  },
];
