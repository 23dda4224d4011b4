import { runOperator } from "../operations/operator/cli.ts";
import { operatorCalled, type OperatorServices } from "../operations/operator/operator.ts";

/** Runs an operator command, like `ops`; returns its output and exit code. */
export async function operatorCommand(
  { services }: { readonly services: OperatorServices },
  ...args: string[]
): Promise<{ code: number; out: string; err: string }> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runOperator(args, {
    services,
    operator: operatorCalled("ops"),
    shortUrl: "http://localhost:3001",
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}
