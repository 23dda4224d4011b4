import { Navigate, createBrowserRouter } from "react-router-dom";
import { FullPageLoader } from "../layout/FullPageLoader.tsx";
import { GuestsOnly, Home, SignedInOnly } from "../session/guards.tsx";
import { Crash } from "../errors/Crash.tsx";

/** Each screen is a chunk of its own, fetched when it is first needed. */
export const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    hydrateFallbackElement: <FullPageLoader />,
    children: [
      { path: "/", element: <Home /> },
      {
        element: <GuestsOnly />,
        children: [
          { path: "/login", lazy: async () => ({ Component: (await import("../identity/LoginPage.tsx")).LoginPage }) },
          {
            path: "/register",
            lazy: async () => ({ Component: (await import("../identity/RegisterPage.tsx")).RegisterPage }),
          },
        ],
      },
      {
        element: <SignedInOnly />,
        children: [
          {
            lazy: async () => ({ Component: (await import("./SignedIn.tsx")).SignedIn }),
            children: [
              { path: "/urls", lazy: async () => ({ Component: (await import("../links/LinksPage.tsx")).LinksPage }) },
            ],
          },
        ],
      },
      { path: "*", element: <Navigate to="/" replace /> },
    ],
  },
]);
