import { changedText, isTextChange, type LinkEvent, type LinkTextChanged } from "@hoplog/schema/events/link.js";

/** Events that change one field of a link, and that field. */
const fields = {
  LinkRenamed: "name",
  LinkRetargeted: "originalUrl",
  LinkMovedToGroup: "groupId",
  LinkTagsChanged: "tagIds",
} as const;

type FieldChange = Extract<LinkEvent, { type: keyof typeof fields }> | LinkTextChanged;

/** Whether an event changed one field, and holds the values before and after as the link has them. */
export function isFieldChange(event: LinkEvent): event is FieldChange {
  return Object.hasOwn(fields, event.type) || isTextChange(event);
}

/** The field that an event changed. */
export function changedField(event: FieldChange) {
  return isTextChange(event) ? changedText(event) : fields[event.type];
}
