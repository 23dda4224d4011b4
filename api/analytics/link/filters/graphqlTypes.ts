import {
  fieldDescriptions,
  type ClickFilter,
  type FilterFieldName,
  filterFields,
  type FilterOp,
} from "@hoplog/schema/clicks/filters.js";
import { Field, InputType } from "type-graphql";
import { enumType } from "../../../kernel/contract/enumeration.ts";

const FilterFieldType = enumType("ClickField", "What of a click a filter looks at", fieldDescriptions(filterFields));

const FilterOpType = enumType<FilterOp>("ClickFilterOp", "How a filter compares", {
  is: "Has one of the values",
  isNot: "Has none of the values",
  contains: "Holds one of the values, in upper or lower case",
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
