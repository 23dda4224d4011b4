// Turns the OpenAPI document into reference pages: one for each tag, one for webhooks, one for all schemas.

const folder = "reference/rest";

/** Returns the pages of an OpenAPI document, in the order of its tags. */
export function restPages(document) {
  const operations = operationsIn(document.paths);
  const pages = document.tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    const parts = own.map(operationSection);
    return pageOf(name, `${folder}/${fileName(name)}.md`, [description, ...parts]);
  });
  const messages = operationsIn(document.webhooks ?? {}).map(operationSection);
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => schemaSection(name, schema));
  return [
    ...pages,
    pageOf("Webhook messages", `${folder}/webhook-messages.md`, ["Messages that webhooks send.", ...messages]),
    pageOf("Schemas", `${folder}/schemas.md`, schemas),
  ];
}

const methods = ["get", "post", "put", "patch", "delete"];

function operationsIn(paths) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })),
  );
}

function fileName(tag) {
  return tag.toLowerCase().replaceAll(" ", "-");
}

function pageOf(menu, page, parts) {
  const title = `REST: ${menu}`;
  return { menu, title, page, text: `# ${title}\n\n${parts.filter(Boolean).join("\n\n")}\n` };
}

function operationSection({ method, path, operation }) {
  return [
    `## ${operation.summary ?? path}`,
    `\`${method.toUpperCase()} ${path}\``,
    textOf(operation.description),
    parameterList(operation.parameters ?? []),
    bodyPart(operation.requestBody),
    responsesPart(operation.responses ?? {}),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function parameterList(parameters) {
  return parameters
    .map(({ name, in: place, required, description, schema }) =>
      entry(name, [required && "required", place !== "query" && place, typeOf(schema)], description),
    )
    .join("\n");
}

function entry(name, facts, description) {
  return `- \`${name}\` (${facts.filter(Boolean).join(", ")})${description ? `: ${oneLine(description)}` : ""}`;
}

function bodyPart(body) {
  if (!body) return null;
  return Object.entries(body.content)
    .flatMap(([type, { schema, example }]) => [
      `**Body** (\`${type}\`): ${typeOf(schema)}`,
      example !== undefined && `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    ])
    .filter(Boolean)
    .join("\n\n");
}

function responsesPart(responses) {
  const all = Object.entries(responses);
  const answers = all
    .filter(([, response]) => !response.$ref)
    .map(([status, { description, content }]) => {
      const types = Object.values(content ?? {}).map(({ schema }) => typeOf(schema));
      return `- **${status}** ${oneLine(description)}${types.length > 0 ? `: ${types.join(" or ")}` : ""}`;
    });
  const errors = all.filter(([, response]) => response.$ref).map(([status]) => status);
  return [...answers, errors.length > 0 && `- [Errors](../api.md#answers-and-errors): ${errors.join(", ")}`]
    .filter(Boolean)
    .join("\n");
}

function schemaSection(name, schema) {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([field, one]) =>
    entry(field, [!required.has(field) && "optional", typeOf(one)], one.description),
  );
  const body = fields.length > 0 ? fields.join("\n") : typeOf(schema);
  return [`## ${name}`, textOf(schema.description), body].filter(Boolean).join("\n\n");
}

/** Describes a schema in a few words, with links to named schemas. */
function typeOf(schema) {
  if (schema === undefined) return "any";
  if (schema.$ref) return linkTo(schema.$ref.split("/").at(-1));
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return choices.map(typeOf).join(" or ");
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(" or ");
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const types = [schema.type ?? "any"].flat();
  return `${types.join(" or ")}${schema.format ? `, ${schema.format}` : ""}${boundsOf(schema)}`;
}

function boundsOf({ minimum, maximum, maxLength }) {
  if (maximum !== undefined && minimum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  if (maximum !== undefined) return `, at most ${maximum}`;
  return maxLength === undefined ? "" : `, at most ${maxLength} characters`;
}

function linkTo(name) {
  return `[${name}](schemas.md#${name.toLowerCase()})`;
}

function oneLine(text) {
  return textOf(text).replaceAll(/\s+/g, " ");
}

/** Formats path parameters such as `{id}` as code, because the site would read their braces as Markdown attributes. */
function textOf(text) {
  return (text ?? "").replaceAll(/(?<!`)(\{[^{}\s]+\})(?!`)/g, "`$1`");
}
