import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { clientOf } from "../../testing/apollo.ts";
import { renderScreen } from "../../testing/dom.tsx";
import { ServerUnavailable } from "./ServerUnavailable.tsx";
import { SessionProvider, useSession } from "./SessionProvider.tsx";
import { sessionUser as user } from "../../testing/sessionUser.ts";

function Shown() {
  const { state } = useSession();
  return <p>{state.status === "signedIn" ? `Hello ${state.user.name}` : state.status}</p>;
}

describe("a page that is loaded with a session", () => {
  it("waits while the server fails, keeps the tokens, and goes on when it is asked to and the server is back", async () => {
    window.localStorage.setItem("token", "access");
    window.localStorage.setItem("refreshToken", "refresh");
    let isAway = true;
    const me = () => {
      if (isAway) throw new Error("The database is away");
      return user;
    };
    const page = (
      <SessionProvider>
        <ServerUnavailable />
        <Shown />
      </SessionProvider>
    );
    renderScreen(page, { client: await clientOf({ me }) });
    expect(await screen.findByText("Can't reach the server. Retrying…")).toBeVisible();
    expect(screen.getByText("loading")).toBeVisible();
    expect({ ...window.localStorage }).toMatchObject({ token: "access", refreshToken: "refresh" });
    isAway = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("Hello Ada")).toBeVisible();
    expect(screen.queryByText("Can't reach the server. Retrying…")).toBeNull();
  });
});
