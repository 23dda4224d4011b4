import { ApolloProvider } from "@apollo/client/react";
import { RouterProvider } from "react-router-dom";
import { SessionProvider } from "../session/SessionProvider.tsx";
import { ThemeProvider } from "../theme/ThemeProvider.tsx";
import { apollo } from "./apollo.ts";
import { router } from "./router.tsx";

export function App() {
  return (
    <ThemeProvider>
      <ApolloProvider client={apollo}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </ApolloProvider>
    </ThemeProvider>
  );
}
