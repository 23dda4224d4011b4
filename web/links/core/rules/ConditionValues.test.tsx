import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { clientOf } from "../../../testing/apollo.ts";
import { renderScreen } from "../../../testing/dom.tsx";
import { ConditionValues } from "./ConditionValues.tsx";

function Field() {
  const [values, setValues] = useState<string[]>([]);
  return (
    <>
      <ConditionValues
        question={{ key: "1", field: "country", op: "in", values, name: "" }}
        zone="UTC"
        path="values"
        problem=""
        onChange={setValues}
      />
      <output>{values.join()}</output>
    </>
  );
}

it("finds a country by its name without accents", async () => {
  renderScreen(<Field />, { client: await clientOf({}) });
  const user = userEvent.setup();
  await user.type(screen.getByRole("combobox", { name: "Values: Country" }), "cote{Enter}");
  expect(screen.getByRole("status")).toHaveTextContent(/^CI$/);
});
