import { isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";
import { expect, it } from "vitest";
import { features } from "../../boot/features.ts";
import { buildGraphqlSchema } from "./schema.ts";

it("the schema describes every type, field, argument object and value", async () => {
  const schema = await buildGraphqlSchema(features);
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  const without = types.flatMap((type) => {
    const hasMembers = isObjectType(type) || isInputObjectType(type) || isInterfaceType(type);
    const members = isEnumType(type) ? type.getValues() : hasMembers ? Object.values(type.getFields()) : [];
    const silent = members.filter(({ description }) => !description).map(({ name }) => `${type.name}.${name}`);
    const isRoot = roots.some((root) => root === type);
    return type.description || isRoot ? silent : [type.name, ...silent];
  });
  expect(types.length).toBeGreaterThan(30);
  expect(without).toEqual([]);
});

/** Types whose values are defined elsewhere: by DNS, or by URL parameters. */
const spelledElsewhere = new Set(["DnsRecordType", "UtmField"]);

it("values of enums are in lowerCamelCase, as REST spells them", async () => {
  const schema = await buildGraphqlSchema(features);
  const values = Object.values(schema.getTypeMap())
    .filter(isEnumType)
    .filter(({ name }) => !name.startsWith("__") && !spelledElsewhere.has(name))
    .flatMap((type) => type.getValues().map(({ name, value }) => ({ name, value })));
  expect(values.length).toBeGreaterThan(100);
  expect(values.filter(({ name, value }) => name !== value || !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
});
