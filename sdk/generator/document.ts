export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
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
  readonly deprecated?: boolean;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: object;
}

/** The parts of an OpenAPI document that the generator reads. */
export interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * Reduces the document to the parts that users of the SDK need: operations without error responses and headers, and
 * schemas.
 */
export function forTypes(document: Document): Document {
  const { schemas } = document.components;
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, trimmed(operation)])),
  ]);
  return { openapi: document.openapi, info: document.info, paths: Object.fromEntries(paths), components: { schemas } };
}

function trimmed({ parameters = [], responses, ...operation }: Operation): Operation {
  return {
    ...operation,
    parameters: parameters.filter((parameter) => parameter.in !== "header"),
    responses: Object.fromEntries(
      Object.entries(responses).flatMap(([status, { headers: _headers, ...response }]) =>
        status < "400" ? [[status, response]] : [],
      ),
    ),
  };
}
