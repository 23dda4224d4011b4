import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { renderScreen } from "../../testing/dom.tsx";
import { clientOf } from "../../testing/apollo.ts";
import { UrlInput } from "./UrlInput.tsx";

function Field() {
  const [value, setValue] = useState("");
  return (
    <>
      <UrlInput label="URL" value={value} onChange={(event) => setValue(event.currentTarget.value)} />
      <output>{value}</output>
    </>
  );
}

it("takes a pasted URL without what surrounds it, and typed text as it is", async () => {
  renderScreen(<Field />, { client: await clientOf({}) });
  const user = userEvent.setup();
  const input = screen.getByLabelText("URL");
  await user.click(input);
  await user.paste("\u200Bhttps://a.example/x).\u00A0");
  expect(screen.getByRole("status")).toHaveTextContent(/^https:\/\/a\.example\/x$/);
  expect(input).toHaveValue("https://a.example/x");
  await user.paste("/y");
  await user.type(input, "!");
  expect(screen.getByRole("status")).toHaveTextContent(/^https:\/\/a\.example\/x\/y!$/);
});
