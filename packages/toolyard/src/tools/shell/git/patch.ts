/**
 * The changes between two states: which files, how many lines, and the patch; without files that may hold secrets.
 *
 * @module
 */
import type { Workspace } from '../../../host/index.ts'
import type { Git } from './open-git.ts'
import { type ChangedFile, parseChanges } from './parse-changes.ts'
import { isTold, secretsAmong, specsOf, without } from './path-specs.ts'

/** No program of the repository takes part in a comparison. */
const safe = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--find-renames',
  '--ignore-submodules=dirty',
  '--submodule=short',
]

export interface PatchRequest {
  /** The command and what it compares, without options. */
  readonly command: readonly string[]
  /** Names in the repository; all if there are none. */
  readonly names: readonly string[]
  readonly statOnly: boolean
}

export interface GitPatch {
  readonly files: readonly ChangedFile[]
  readonly patch?: string
  readonly notes: readonly string[]
}

export async function readPatch(
  git: Git,
  files: Workspace,
  { command, names, statOnly }: PatchRequest,
): Promise<GitPatch> {
  const [verb = '', ...compared] = command
  const argsOf = (options: readonly string[], specs: readonly string[]): string[] => [
    verb,
    ...safe,
    ...options,
    ...compared,
    '--',
    ...specs,
  ]
  const list = await git.run(argsOf(['--raw', '--numstat', '-z'], specsOf(names)))
  const all = parseChanges(list.text)
  const listed = all.filter((file) => isTold(git, file))
  const closed = all.flatMap(namesOfChange).filter((name) => git.isClosed(name))
  const found = listed.flatMap(namesOfChange)
  const secrets = secretsAmong(git, files, { found, named: names })
  const notes =
    secrets.length === 0
      ? []
      : [`Left out, because they may hold secrets: ${secrets.join(', ')}. Name one in paths to ask for it.`]
  if (statOnly || listed.length === 0) return { files: listed, notes }
  if (secrets.length === listed.length) return { files: listed, patch: '', notes }
  const { text, dropped } = await git.run(
    argsOf(['--patch'], [...specsOf(names), ...without([...secrets, ...closed])]),
    {
      mayBeCut: true,
    },
  )
  const cut =
    dropped > 0 ? [`The last ${dropped} bytes of the patch were left out: narrow it with paths.`] : []
  return { files: listed, patch: text, notes: [...notes, ...cut] }
}

function namesOfChange({ path, from }: ChangedFile): string[] {
  return from === undefined ? [path] : [path, from]
}
