/**
 * A skill: a folder with a `SKILL.md` that says how some work is done.
 *
 * @module
 */
import type { DiscoverProblem } from '../../define/index.ts'
import type { SkillFacts } from './front-matter.ts'

export const skillFile = 'SKILL.md'

export interface Skill extends SkillFacts {
  /** Its real path. */
  readonly folder: string
  /** Who has put it there. */
  readonly from: SkillOrigin
}

export type SkillOrigin = 'configuration' | 'user' | 'workspace'

export interface FoundSkills {
  /** By name. */
  readonly skills: readonly Skill[]
  readonly problems: readonly SkillProblem[]
}

export interface SkillProblem extends DiscoverProblem {
  /** Whether it is only that nobody has trusted it. */
  readonly isUntrusted?: boolean
}
