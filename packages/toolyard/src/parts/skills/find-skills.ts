/**
 * Finds skills: folders with a `SKILL.md` in the places where people and projects put them. What is wrong with one is a problem
 * with a sentence, and never stops the others.
 *
 * Of two skills with one name the first is taken; in one place the one whose folder has that name. What a person has configured or put into their own folder comes first, so that
 * a project takes nothing of it away.
 *
 * @module
 */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isWithin, realPath, type TrustGate } from '../../host/index.ts'
import { hintOf, messageOf, ToolyardError } from '../../kernel/index.ts'
import { mostFrontMatter, readFrontMatter } from './front-matter.ts'
import { readSkillFile } from './skill-folder.ts'
import { type FoundSkills, type Skill, skillFile, type SkillOrigin, type SkillProblem } from './skill.ts'

export interface SkillPlaces {
  readonly workspace: string
  /** Those that the configuration names, absolute. */
  readonly configured: readonly string[]
  /** The user's own. */
  readonly own: string
  readonly trust: TrustGate | undefined
}

/** In a workspace, where other programs look for them too. */
export const workspaceFolders: readonly string[] = ['.agents/skills', '.claude/skills']
/** More are counted as a problem. */
const mostSkills = 500

interface Place {
  readonly folder: string
  readonly from: SkillOrigin
}

export async function findSkills(places: SkillPlaces): Promise<FoundSkills> {
  const skills = new Map<string, Skill>()
  const problems: SkillProblem[] = []
  const seen = new Set<string>()
  for (const place of placesOf(places, problems)) {
    const here: Skill[] = []
    for (const folder of foldersIn(place.folder)) {
      const real = realPath(folder)
      if (seen.has(real)) continue
      seen.add(real)
      if (seen.size > mostSkills) {
        problems.push({ file: folder, reason: `there are more than ${mostSkills} skills` })
        break
      }
      const found = await readSkill(folder, { ...places, real, from: place.from })
      if ('reason' in found) problems.push(found)
      else here.push(found)
    }
    for (const skill of [...here.filter(isNamedRight), ...here.filter((one) => !isNamedRight(one))])
      problems.push(...take(skill, skills))
    if (seen.size > mostSkills) break
  }
  return done(skills, problems)
}

/** In one place no other folder takes its name away. */
function isNamedRight({ folder, name }: Skill): boolean {
  return basename(folder) === name
}

function placesOf({ configured, own, workspace }: SkillPlaces, problems: SkillProblem[]): readonly Place[] {
  for (const folder of configured)
    if (!isFolder(folder))
      problems.push({
        file: folder,
        reason: 'there is no such folder',
        hint: 'Correct agents.skillFolders of the configuration.',
      })
  return [
    ...configured.map((folder) => ({ folder, from: 'configuration' as const })),
    { folder: own, from: 'user' },
    ...workspaceFolders.map((path) => ({ folder: join(workspace, path), from: 'workspace' as const })),
  ]
}

/** Those that hold a `SKILL.md`, by name. */
function foldersIn(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
    .map(({ name }) => join(folder, name))
    .filter((path) => isFolder(path) && entriesOf(path).some(({ name }) => name === skillFile))
    .toSorted()
}

interface SkillGround extends SkillPlaces {
  readonly real: string
  readonly from: SkillOrigin
}

async function readSkill(
  folder: string,
  { real, from, workspace, trust }: SkillGround,
): Promise<Skill | SkillProblem> {
  const file = join(folder, skillFile)
  try {
    if (from === 'workspace' && !isWithin(workspace, real))
      throw new ToolyardError('outside_workspace', 'a link leads out of the workspace', {
        hint: 'Name its folder under agents.skillFolders of the configuration.',
      })
    const { text } = await readSkillFile({ folder: real, path: skillFile, trust, most: mostFrontMatter })
    return { ...(await readFrontMatter(text)), folder: real, from }
  } catch (error) {
    const hint = hintOf(error)
    const isUntrusted = ToolyardError.isInstance(error) && error.code === 'untrusted'
    return {
      file,
      reason: messageOf(error),
      ...(hint !== undefined && { hint }),
      ...(isUntrusted && { isUntrusted }),
    }
  }
}

function take(skill: Skill, skills: Map<string, Skill>): readonly SkillProblem[] {
  const file = join(skill.folder, skillFile)
  const first = skills.get(skill.name)
  if (first)
    return [
      {
        file,
        reason: `there is another skill "${skill.name}" in ${first.folder}, which is taken`,
        hint: 'Give one of them another name.',
        isNote: true,
      },
    ]
  skills.set(skill.name, skill)
  if (isNamedRight(skill)) return []
  return [
    {
      file,
      reason: `its name "${skill.name}" is not the name of its folder`,
      hint: 'Other programs may not find it: give both one name.',
      isNote: true,
    },
  ]
}

function done(skills: ReadonlyMap<string, Skill>, problems: readonly SkillProblem[]): FoundSkills {
  const sorted = [...skills.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return { skills: sorted, problems }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
