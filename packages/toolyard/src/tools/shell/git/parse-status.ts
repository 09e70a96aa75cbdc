/**
 * `git status --porcelain=v2 --branch -z`, read into facts.
 *
 * @module
 */
import { fields } from './path-specs.ts'

export interface BranchState {
  /** Absent if HEAD is detached. */
  readonly branch?: string
  /** Absent if there is no commit yet. */
  readonly commit?: string
  readonly upstream?: string
  readonly ahead?: number
  readonly behind?: number
}

export type ChangeKind =
  | 'modified'
  | 'type changed'
  | 'added'
  | 'deleted'
  | 'renamed'
  | 'copied'
  | 'conflict'
  | 'untracked'

export interface FileState {
  readonly path: string
  /** The name that it had before. */
  readonly from?: string
  /** What is staged. */
  readonly staged?: ChangeKind
  /** What is not. */
  readonly unstaged?: ChangeKind
  /** Who did what, if both sides changed it. */
  readonly conflict?: string
}

const kinds: Readonly<Record<string, ChangeKind>> = {
  M: 'modified',
  T: 'type changed',
  A: 'added',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
}

const conflicts: Readonly<Record<string, string>> = {
  DD: 'both deleted',
  AU: 'added by us',
  UD: 'deleted by them',
  UA: 'added by them',
  DU: 'deleted by us',
  AA: 'both added',
  UU: 'both modified',
}

export function parseStatus(text: string): {
  readonly head: BranchState
  readonly files: readonly FileState[]
} {
  let head: BranchState = {}
  const files: FileState[] = []
  const entries = fields(text)
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] ?? ''
    switch (entry[0]) {
      case '#':
        head = { ...head, ...parseHeader(entry) }
        break
      case '1':
        files.push(changed(entry, 8))
        break
      case '2':
        files.push({ ...changed(entry, 9), from: entries[++at] ?? '' })
        break
      case 'u':
        files.push({ path: after(entry, 10), conflict: conflicts[entry.slice(2, 4)] ?? entry.slice(2, 4) })
        break
      case '?':
        files.push({ path: entry.slice(2), unstaged: 'untracked' })
        break
      default:
    }
  }
  return { head, files }
}

function parseHeader(entry: string): BranchState {
  const [, name, value = ''] = /^# branch\.(\w+) (.*)$/s.exec(entry) ?? []
  if (name === 'oid') return value === '(initial)' ? {} : { commit: value }
  if (name === 'head') return value === '(detached)' ? {} : { branch: value }
  if (name === 'upstream') return { upstream: value }
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(value) ?? []
  return name === 'ab' && ahead !== undefined ? { ahead: Number(ahead), behind: Number(behind) } : {}
}

function changed(entry: string, fieldsBefore: number): FileState {
  const staged = kinds[entry[2] ?? '']
  const unstaged = kinds[entry[3] ?? '']
  return { path: after(entry, fieldsBefore), ...(staged && { staged }), ...(unstaged && { unstaged }) }
}

/** What stands behind so many fields; a path may hold spaces. */
function after(entry: string, count: number): string {
  let at = 0
  for (let passed = 0; passed < count; passed++) at = entry.indexOf(' ', at) + 1
  return entry.slice(at)
}
