/**
 * The skills of an installation, as one caller may use them: an agent has those that its settings name.
 *
 * Nothing is run by loading one. What may be called stays as it was, whatever a skill says.
 *
 * @module
 */
import { join, relative } from 'node:path'
import type { AgentDirectory, RunAgent } from '../../agents/index.ts'
import { filesBelow } from '../../host/trust/index.ts'
import { isWithin, type TrustGate } from '../../host/index.ts'
import { didYouMean, tellValue, ToolyardError, visibleText } from '../../kernel/index.ts'
import type { CompanyCaller } from '../../pipeline/index.ts'
import { bodyOf } from './front-matter.ts'
import { readSkillFile, type SkillText } from './skill-folder.ts'
import { type FoundSkills, type Skill, skillFile } from './skill.ts'

export interface SkillAccess {
  /** By name. */
  list(): Promise<readonly Pick<Skill, 'name' | 'description'>[]>
  /** Throws `not_found`. */
  open(name: string): Promise<OpenedSkill>
  /** A file of its folder. Throws with a sentence. */
  read(name: string, path: string): Promise<SkillText>
}

export interface OpenedSkill {
  readonly name: string
  /** For `read_file` and `bash`: from the workspace if it is in there. Undefined if tools do not get there. */
  readonly folder: string | undefined
  readonly text: string
  /** Other files of its folder, from there. */
  readonly files: readonly string[]
  /** Whether there are more. */
  readonly hasMore: boolean
}

declare module '../../define/services.ts' {
  interface Services {
    /** Folders that say how some work is done. */
    readonly skills?: SkillAccess | undefined
  }
}

export interface SkillGround {
  readonly find: () => Promise<FoundSkills>
  readonly agents: Pick<AgentDirectory, 'find'>
  readonly workspace: string
  readonly trust: TrustGate | undefined
}

const mostFiles = 200

export function skillAccess(ground: SkillGround, { agent }: CompanyCaller): SkillAccess {
  const allowed = async (): Promise<readonly Skill[]> => {
    const { skills } = await ground.find()
    if (agent === undefined) return skills.filter(({ isForModels }) => isForModels)
    return skillsOf(await ground.agents.find(agent), skills)
  }
  const named = async (name: string): Promise<Skill> => {
    const all = await allowed()
    const found = all.find((skill) => skill.name === name)
    if (found) return found
    const names = all.map((skill) => skill.name)
    throw new ToolyardError(
      'not_found',
      `there is no skill "${visibleText(name)}".${didYouMean(name, names)}`,
      { hint: names.length === 0 ? 'There are none.' : 'Call it without a name to see which there are.' },
    )
  }
  const { trust } = ground
  return {
    list: allowed,
    async open(name) {
      const { folder, from } = await named(name)
      const { text } = await readSkillFile({ folder, path: skillFile, trust })
      const found = filesBelow(folder, (file) => file !== skillFile, mostFiles)
      const files = found.map((path) => visibleText(relative(folder, path))).toSorted()
      return {
        name,
        folder: isWithin(ground.workspace, folder)
          ? relative(ground.workspace, folder)
          : from === 'user'
            ? undefined
            : folder,
        text: bodyOf(text),
        files: files.slice(0, mostFiles),
        hasMore: files.length > mostFiles,
      }
    },
    async read(name, path) {
      const { folder } = await named(name)
      return readSkillFile({ folder, path: join('.', path) === '.' ? skillFile : path, trust })
    },
  }
}

/** Those of an agent: all, unless its setting `skills` names some or is `false`. Throws `invalid_config`. */
export function skillsOf(
  { name, settings }: Pick<RunAgent, 'name' | 'settings'>,
  all: readonly Skill[],
): readonly Skill[] {
  const wanted = wantedSkills({ name, settings })
  const usable = all.filter(({ isForModels }) => isForModels)
  return wanted === true ? usable : usable.filter((skill) => wanted.includes(skill.name))
}

/** What the setting says: all, or these. */
export function wantedSkills({
  name,
  settings: { skills = true },
}: Pick<RunAgent, 'name' | 'settings'>): true | readonly string[] {
  if (skills === true) return true
  if (skills === false) return []
  if (Array.isArray(skills) && skills.every((skill) => typeof skill === 'string')) return skills
  throw new ToolyardError(
    'invalid_config',
    `agent "${name}": the setting skills: ${tellValue(skills)} is not a list of names of skills, true or false`,
    { hint: 'Name skills, or leave it out for all.' },
  )
}
