import { clusterFolder } from "../datafolder/open.ts";
import { repositoryRoot } from "../root.ts";
import { addPart } from "../supervisor/addPart.ts";

const [part] = process.argv.slice(2);
if (part === "redirector" || part === "ingest") {
  await addPart(repositoryRoot, part, { ...process.env, ...clusterFolder(process.env) });
} else {
  process.stderr.write("Provide what to add: redirector or ingest\n");
  process.exitCode = 2;
}
process.exit();
