import type { Problem } from "../../diagnostics/catalogue/definition.js";
import { arrayWithoutItems } from "./array-without-items.js";
import { boundArgument } from "./bound-argument.js";
import { builtInTools } from "./built-in-tools.js";
import { overBudget } from "./budgets.js";
import { contradictoryBounds } from "./contradictory-bounds.js";
import { copiedDescription } from "./copied-description.js";
import { declarationName } from "./declaration-name.js";
import { duplicateTool } from "./duplicate-tool.js";
import { emptyEnum, enumValueOfAnotherType, repeatedEnumValue } from "./enum-values.js";
import { formatOfAnotherType, formatOfDeclaration } from "./format-of-another-type.js";
import { hiddenArgumentInstructions, hiddenInstructions } from "./hidden-instructions.js";
import { argumentWithoutType, misplacedKeywords } from "./misplaced-keywords.js";
import { missingDescription } from "./missing-description.js";
import { nameAsDescription } from "./name-as-description.js";
import { overlongArgumentDescription, overlongDescription } from "./overlong-description.js";
import { repeatedParameters } from "./repeated-parameter.js";
import { requiredWithoutProperty } from "./required-without-property.js";
import type { LoweredRule, SchemaRule, SetRule, ToolRule } from "../rule.js";
import { searchNames } from "./search-names.js";
import { shortDescription } from "./short-description.js";
import { toolConfigRules } from "./tool-config.js";
import { tooManyTools } from "./too-many-tools.js";
import { undescribedArgument } from "./undescribed-argument.js";
import { unknownFormat } from "./unknown-format.js";
import { unsafeInteger, unsafeIntegerInCall } from "./unsafe-integers.js";
import { unsafePattern } from "./unsafe-pattern.js";
import { withheldNames } from "./withheld-names.js";
import { wrongDefault, wrongSchemaExample } from "./wrong-default.js";
import { wrongExample } from "./wrong-example.js";

// These lists contain every rule. A new rule is a file in this folder, and a line in one of the lists.

export const setRules: readonly SetRule[] = [
  tooManyTools,
  toolConfigRules,
  builtInTools,
  copiedDescription,
  duplicateTool,
  searchNames,
];

export const toolRules: readonly ToolRule[] = [
  missingDescription,
  shortDescription,
  overlongDescription,
  nameAsDescription,
  undescribedArgument,
  hiddenInstructions,
  wrongExample,
  boundArgument,
  withheldNames,
  unsafeIntegerInCall,
  declarationName,
  formatOfDeclaration,
];

/** Rules for details that `mendSet` removes from foreign documents, for example an empty enum. */
export const mendableRules: readonly SchemaRule[] = [
  emptyEnum,
  contradictoryBounds,
  unsafeInteger,
  unsafePattern,
  wrongDefault,
];

export const schemaRules: readonly SchemaRule[] = [
  ...mendableRules,
  arrayWithoutItems,
  requiredWithoutProperty,
  repeatedEnumValue,
  enumValueOfAnotherType,
  unknownFormat,
  formatOfAnotherType,
  misplacedKeywords,
  argumentWithoutType,
  wrongSchemaExample,
  overlongArgumentDescription,
  hiddenArgumentInstructions,
];

/** Rules that need the declarations as Gemini receives them. */
export const loweredRules: readonly LoweredRule[] = [overBudget, repeatedParameters];

/** Every problem that a rule defines. */
export const problemsOfRules: readonly Problem<never>[] = [
  ...setRules,
  ...toolRules,
  ...schemaRules,
  ...loweredRules,
].flatMap(({ reports }) => reports);
