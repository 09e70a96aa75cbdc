/**
 * Which state folder a workspace has, whether it can be used, and for which other folders there is one.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openState, readStateNote, stateHome, workspaceState } from '../../../host/index.ts'
import { databaseName } from '../../yard/open-yard.ts'
import type { Finding } from './finding.ts'

/** Folders that are named, of those that have a state. */
const mostNamed = 10

/** Throws what is wrong with it. */
export async function stateFinding(workspace: string): Promise<Finding> {
  const folder = workspaceState(workspace)
  if (existsSync(folder)) openState(workspace)
  else await access(nearestFolder(folder), constants.W_OK)
  const others = statesBeside(folder)
  const gone = others.filter(({ isThere }) => !isThere)
  const text = [
    existsSync(folder) ? folder : `${folder}, made at the first start`,
    ...listed(
      'also for',
      others.filter(({ isThere }) => isThere),
    ),
    ...listed('and for folders that are gone', gone),
  ].join('; ')
  const [moved] = gone
  if (!moved || existsSync(join(folder, databaseName))) return { state: 'well', text }
  return {
    state: 'less',
    text,
    remedy: `If ${moved.workspace} was moved here, run "mv ${moved.folder} ${folder}" to go on with its state.`,
  }
}

interface OtherState {
  readonly folder: string
  readonly workspace: string
  readonly isThere: boolean
}

/** Those that say which folder they are for; those of folders that are gone, the last used first. */
function statesBeside(own: string): readonly OtherState[] {
  const all = join(stateHome(), 'workspaces')
  const names = existsSync(all) ? readdirSync(all) : []
  return names
    .map((name) => join(all, name))
    .filter((folder) => folder !== own)
    .flatMap((folder) => {
      const note = readStateNote(folder)
      return note ? [{ folder, ...note, isThere: existsSync(note.workspace) }] : []
    })
    .toSorted((left, right) => right.lastUsed.localeCompare(left.lastUsed))
}

function listed(title: string, states: readonly OtherState[]): string[] {
  if (states.length === 0) return []
  const names = states.slice(0, mostNamed).map(({ workspace }) => workspace)
  const more = states.length > mostNamed ? ` and ${states.length - mostNamed} more` : ''
  return [`${title}: ${names.join(', ')}${more}`]
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}
