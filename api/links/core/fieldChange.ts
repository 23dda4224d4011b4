import { changedText, isTextChange, type LinkEvent, type LinkTextChanged } from "@hoplog/schema/events/link.js";

/** Events that say from what to what one field of a link went, and that field. */
const fields = {
  LinkRenamed: "name",
  LinkRetargeted: "originalUrl",
  LinkMovedToGroup: "groupId",
  LinkTagsChanged: "tagIds",
} as const;

type FieldChange = Extract<LinkEvent, { type: keyof typeof fields }> | LinkTextChanged;

/** Whether an event changed one field, both ends of which it names as the link has it. */
export function isFieldChange(event: LinkEvent): event is FieldChange {
  return Object.hasOwn(fields, event.type) || isTextChange(event);
}

/** The field that an event changed. */
export function changedField(event: FieldChange) {
  return isTextChange(event) ? changedText(event) : fields[event.type];
}
