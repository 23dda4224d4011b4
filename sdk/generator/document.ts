/** The parts of an OpenAPI document that methods are made from. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly contentSchema?: Schema;
}

export interface Media {
  readonly schema: Schema;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The document as users of the SDK need it: without failures, headers and what only JSON Schema can say. */
export function forTypes(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, trimmed(operation)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

function trimmed({ parameters = [], responses, ...operation }: Operation): Operation {
  return {
    ...operation,
    parameters: parameters
      .filter((parameter) => parameter.in !== "header")
      .map((parameter) => ({ ...parameter, schema: inQuery(parameter.schema) })),
    responses: Object.fromEntries(Object.entries(responses).filter(([status]) => status < "400")),
  };
}

/** In an address everything is text: what means a number or a flag is one in a program. */
function inQuery(schema: Schema): Schema {
  if (schema.pattern?.startsWith("^[0-9]{1,")) return { type: "integer" };
  if (schema.enum?.join() === "true,false") return { type: "boolean" };
  return schema;
}
