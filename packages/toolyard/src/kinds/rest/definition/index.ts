export { type RestConfig, restTool, type RestToolSpec } from './rest-tool.ts'
export { addressOf, readPlan, type RestPlan, wrongValue } from './rest-plan.ts'
export { encode, type NameAndValue, serialiseInline, serialisePairs, textOfValue } from './serialise.ts'
export { fillTemplate, readTemplate } from './template.ts'
