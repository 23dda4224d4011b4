import type { TestProject } from "vitest/node";
import { type ComposeStack, newComposeStack, composeProject } from "./project.ts";

declare module "vitest" {
  export interface ProvidedContext {
    compose: ComposeStack;
  }
}

/** Builds and starts one project for all files, and removes it afterwards unless KEEP_COMPOSE is set. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const testStack = await newComposeStack();
  const project = await composeProject(testStack);
  const end = async () => {
    if (process.env["KEEP_COMPOSE"]) return console.log(`left running: ${project.url}, ${JSON.stringify(testStack)}`);
    await project.clear();
    const left = await project.docker("ps", "--all", "--quiet", "--filter", `name=${testStack.name}`);
    if (left !== "") throw new Error(`left behind: ${left}`);
  };
  try {
    console.log(await project.up("--build"));
    console.log(await project.compose("ps", "--format", "table {{.Service}}\t{{.Name}}\t{{.Status}}"));
  } catch (error) {
    console.error(await project.compose("logs", "--tail", "20"));
    await end();
    throw error;
  }
  provide("compose", testStack);
  return end;
}
