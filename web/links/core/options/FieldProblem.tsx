import { Input } from "@mantine/core";
import { errorAt, type OptionsForm } from "./optionsForm.ts";

/** Shows the error of an element that isn't an input, such as a list. */
export function FieldProblem({ form, path }: { form: OptionsForm; path: string }) {
  const problem = errorAt(form, path);
  return problem === "" ? null : (
    <Input.Error data-path={path} tabIndex={-1}>
      {problem}
    </Input.Error>
  );
}
