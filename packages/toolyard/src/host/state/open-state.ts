/**
 * Makes the state folder of a workspace, and says in it which workspace it is for.
 *
 * Each level that is ours must be a folder of this user that no other user can write. What is above is the user's own matter.
 *
 * @module
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isPlainObject, messageOf, ToolyardError } from '../../kernel/index.ts'
import { bothPaths, realPathOf } from '../files/real-path.ts'
import { isWithin } from '../files/roots.ts'
import { makePrivate } from './private-folder.ts'
import { stateHome, workspaceState } from './state-folder.ts'

/** What `workspace.json` in a state folder says. */
export interface StateNote {
  /** The folder that the state is for. */
  readonly workspace: string
  /** The day on which it was last used. */
  readonly lastUsed: string
}

const noteName = 'workspace.json'

/** Answers the folder. Throws `invalid_config` if it can't be used. */
export function openState(workspace: string, environment: NodeJS.ProcessEnv = process.env): string {
  const home = stateHome(environment)
  requireOutside(workspace, home)
  const folder = workspaceState(workspace, environment)
  // It must not have come with the files of a workspace that holds it: one that is the home folder, for example.
  const madeHere = isInside(workspace, home)
  for (const level of [home, dirname(folder), folder]) requirePrivate(level, madeHere)
  keepNote(folder, workspace)
  return folder
}

/** For tools that work in `roots`, the workspace first. Throws `invalid_config` if that is inside the state folder. */
export function guardStateHome(roots: readonly string[], environment: NodeJS.ProcessEnv): void {
  const home = stateHome(environment)
  requireOutside(roots[0] ?? '.', home)
  if (!roots.some((root) => isInside(root, home))) return
  try {
    // While it is missing, a program could make it, and what is in it would be believed at the next start.
    makePrivate(home, { madeHere: true })
  } catch {
    // Programs can't make it either. Whether it can be used is found out by who uses it.
  }
}

/**
 * A folder of the state home that holds what counts for all workspaces. Throws `invalid_config` if it, or the home, may have
 * come with the files of one of `roots`. One that can't be made holds nothing that could be believed.
 */
export function sharedState(
  name: string,
  roots: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const home = stateHome(environment)
  const madeHere = roots.some((root) => isInside(root, home))
  for (const level of [home, join(home, name)]) {
    let problem: string | undefined
    try {
      problem = makePrivate(level, { madeHere })
    } catch {
      break
    }
    if (problem !== undefined) throw unusable(level, problem)
  }
  return join(home, name)
}

/** Nothing if the folder has none that can be read. */
export function readStateNote(folder: string): StateNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, noteName), 'utf8'))
    return isNote(note) ? note : undefined
  } catch {
    return undefined
  }
}

function isNote(value: unknown): value is StateNote {
  return (
    isPlainObject(value) && [value['workspace'], value['lastUsed']].every((fact) => typeof fact === 'string')
  )
}

/** Tools would reach nothing of their own workspace. */
function requireOutside(workspace: string, home: string): void {
  if (!isInside(home, workspace)) return
  throw new ToolyardError(
    'invalid_config',
    `the workspace ${workspace} is inside Toolyard's state folder ${home}, which tools can't use`,
    { hint: 'Choose another workspace, or another state folder with TOOLYARD_STATE.' },
  )
}

function isInside(folder: string, path: string): boolean {
  const inner = bothPaths([path], '.')
  return bothPaths([folder], '.').some((outer) => inner.some((place) => isWithin(outer, place)))
}

function requirePrivate(folder: string, madeHere: boolean): void {
  let problem: string | undefined
  try {
    problem = makePrivate(folder, { madeHere })
  } catch (error) {
    problem = `can't be made: ${messageOf(error)}`
  }
  if (problem !== undefined) throw unusable(folder, problem)
}

function unusable(folder: string, problem: string): ToolyardError {
  return new ToolyardError('invalid_config', `the state folder ${folder} ${problem}`, {
    hint: 'Toolyard keeps its database, tokens and caches there. Correct the folder, or name another one in TOOLYARD_STATE.',
  })
}

/** For people who look into the folder; nothing depends on it. */
function keepNote(folder: string, workspace: string): void {
  const note: StateNote = {
    workspace: realPathOf(resolve(workspace)).path,
    lastUsed: new Date().toISOString().slice(0, 10),
  }
  const before = readStateNote(folder)
  if (before?.workspace === note.workspace && before.lastUsed === note.lastUsed) return
  const file = join(folder, noteName)
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // The disk is full, or the folder can only be read: the next writer says so.
  }
}
