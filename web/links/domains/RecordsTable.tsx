import { IconCheck, IconCopy, IconX } from "../../ui/elements/icons.ts";
import { IconButton } from "../../ui/elements/IconButton.tsx";
import type { DomainCheckFragment } from "../../core/graphql/generated/graphql.ts";
import { copyToClipboard } from "../../core/files/clipboard.ts";
import classes from "./DomainDetails.module.css";

export function RecordsTable({ records }: { records: DomainCheckFragment["records"] }) {
  return (
    <table className={classes.records} aria-label="DNS records to set">
      <thead>
        <tr>
          {["Type", "Name", "Value", "Found"].map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map(({ type, name, value, isFound }) => (
          <tr key={`${type} ${name} ${value}`}>
            <td className={classes.type}>{type}</td>
            <td className={classes.name}>
              <span className={classes.heading} aria-hidden>
                Name
              </span>
              <Copied text={name} label="Copy name" of={`of the ${type} record`} />
            </td>
            <td>
              <span className={classes.heading} aria-hidden>
                Value
              </span>
              <Copied text={value} label="Copy value" of={`of the ${type} record`} />
            </td>
            <td className={classes.found} data-found={isFound}>
              {isFound ? <IconCheck size={16} aria-hidden /> : <IconX size={16} aria-hidden />}
              {isFound ? "Found" : "Not found"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Copied({ text, label, of }: { text: string; label: string; of: string }) {
  return (
    <span className={classes.copied}>
      <code className={classes.value}>{text}</code>
      <IconButton icon={IconCopy} iconSize={17} label={label} of={of} onClick={() => void copyToClipboard(text)} />
    </span>
  );
}
