/**
 * All that `createToolyard` can be told.
 *
 * @module
 */
import type { EarlierNames } from './earlier-names.ts'
import type { OptionGroups } from './option-groups.ts'

/** The groups, and the names that stood beside them in earlier versions. */
export interface ToolyardOptions extends OptionGroups, EarlierNames {}
