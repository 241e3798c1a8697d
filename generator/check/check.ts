import { arrayWithoutItems } from "./rules/array-without-items.js";
import { boundArgument } from "./rules/bound-argument.js";
import { builtInTools } from "./rules/built-in-tools.js";
import { checkBudgets, type Measured } from "./budgets.js";
import { contradictoryBounds } from "./rules/contradictory-bounds.js";
import { copiedDescription } from "./rules/copied-description.js";
import { declarationName } from "./rules/declaration-name.js";
import { duplicateTool } from "./rules/duplicate-tool.js";
import { emptyEnum, enumValueOfAnotherType, repeatedEnumValue } from "./rules/enum-values.js";
import { formatOfAnotherType, formatOfDeclaration } from "./rules/format-of-another-type.js";
import { hiddenArgumentInstructions, hiddenInstructions } from "./rules/hidden-instructions.js";
import { argumentWithoutType, misplacedKeywords } from "./rules/misplaced-keywords.js";
import { missingDescription } from "./rules/missing-description.js";
import { nameAsDescription } from "./rules/name-as-description.js";
import { overlongArgumentDescription, overlongDescription } from "./rules/overlong-description.js";
import { checkRepeatedParameters } from "./rules/repeated-parameter.js";
import { requiredWithoutProperty } from "./rules/required-without-property.js";
import type { Checking, SchemaRule, SetRule, ToolRule } from "./rule.js";
import { searchNames } from "./rules/search-names.js";
import { shortDescription } from "./rules/short-description.js";
import { toolConfigRules } from "./rules/tool-config.js";
import { tooManyTools } from "./rules/too-many-tools.js";
import { undescribedArgument } from "./rules/undescribed-argument.js";
import { unknownFormat } from "./rules/unknown-format.js";
import { unsafeInteger, unsafeIntegerInCall } from "./rules/unsafe-integers.js";
import { unsafePattern } from "./rules/unsafe-pattern.js";
import { walkSchemas } from "./walk-schemas.js";
import { withheldNames } from "./rules/withheld-names.js";
import { wrongDefault, wrongSchemaExample } from "./rules/wrong-default.js";
import { wrongExample } from "./rules/wrong-example.js";

const setRules: readonly SetRule[] = [
  tooManyTools,
  toolConfigRules,
  builtInTools,
  copiedDescription,
  duplicateTool,
  searchNames,
];

const toolRules: readonly ToolRule[] = [
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

/** Rules for details that are left out of foreign documents. */
const mendableRules: readonly SchemaRule[] = [
  emptyEnum,
  contradictoryBounds,
  unsafeInteger,
  unsafePattern,
  wrongDefault,
];

const schemaRules: readonly SchemaRule[] = [
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

/** Reports legal but doubtful details of a set. Changes nothing. */
export function checkSet(checking: Checking): void {
  for (const rule of setRules) rule(checking);
  for (const tool of checking.set.tools) for (const rule of toolRules) rule(tool, checking);
  walkSchemas(checking.set, (visit) => {
    for (const rule of schemaRules) rule(visit, checking);
  });
}

/** Reports the details of a foreign document that `mendSet` leaves out. It runs before anything is generated from them. */
export function checkMendable(checking: Checking): void {
  walkSchemas(checking.set, (visit) => {
    for (const rule of mendableRules) rule(visit, checking);
  });
}

/** Runs the checks that need the declarations in the form that Gemini receives. */
export function checkLowered(lowered: { readonly tools: readonly Measured[] }, checking: Checking): void {
  checkBudgets(lowered.tools, checking);
  checkRepeatedParameters(lowered.tools, checking);
}
