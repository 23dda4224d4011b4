import { ApolloProvider } from "@apollo/client/react";
import { SessionProvider } from "../session/SessionProvider.tsx";
import { ThemeProvider } from "../theme/ThemeProvider.tsx";
import { apollo } from "./apollo.ts";
import { Router } from "./router.tsx";

export function App() {
  return (
    <ThemeProvider>
      <ApolloProvider client={apollo}>
        <SessionProvider>
          <Router />
        </SessionProvider>
      </ApolloProvider>
    </ThemeProvider>
  );
}
