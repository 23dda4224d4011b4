import { changedText, isTextChange, type LinkEvent, type LinkTextChanged } from "@hoplog/schema/events/link.js";

/** The field of a link that each of these events changes. */
const fields = {
  LinkRenamed: "name",
  LinkRetargeted: "originalUrl",
  LinkMovedToGroup: "groupId",
  LinkTagsChanged: "tagIds",
} as const;

type FieldChange = Extract<LinkEvent, { type: keyof typeof fields }> | LinkTextChanged;

/** Whether an event changed one field and contains the field's values before and after. */
export function isFieldChange(event: LinkEvent): event is FieldChange {
  return Object.hasOwn(fields, event.type) || isTextChange(event);
}

/** Returns the name of the field that an event changed. */
export function changedField(event: FieldChange) {
  return isTextChange(event) ? changedText(event) : fields[event.type];
}
