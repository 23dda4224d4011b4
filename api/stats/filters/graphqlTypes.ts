import {
  type ClickFilter,
  type FilterFieldName,
  filterFieldNames,
  filterFields,
  type FilterOp,
  filterOps,
} from "@hoplog/schema/clicks/filters.js";
import { recordOf } from "@hoplog/schema/recordOf.js";
import { Field, InputType, registerEnumType } from "type-graphql";

const FilterFieldType = recordOf(filterFieldNames, (name) => name);
registerEnumType(FilterFieldType, {
  name: "ClickField",
  description: "What of a click a filter looks at",
  valuesConfig: Object.fromEntries(filterFields.map(({ name, description }) => [name, { description }])),
});

const FilterOpType = recordOf(filterOps, (name) => name);
registerEnumType(FilterOpType, {
  name: "ClickFilterOp",
  description: "How a filter compares",
  valuesConfig: {
    is: { description: "Has one of the values" },
    isNot: { description: "Has none of the values" },
    contains: { description: "Holds one of the values, in upper or lower case" },
  },
});

@InputType("ClickFilter", { description: "Narrows clicks; of several filters all must hold" })
export class ClickFilterInput implements ClickFilter {
  @Field(() => FilterFieldType, { description: "What it looks at" })
  field!: FilterFieldName;

  @Field(() => FilterOpType, { description: "How it compares" })
  op!: FilterOp;

  @Field(() => [String], { description: "At most 50; the empty text is the unknown value" })
  values!: string[];
}
