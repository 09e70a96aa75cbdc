/**
 * The command line that shuts a program in. At every level the machine is read-only, home, `/run` and `/tmp` are empty
 * places of our own, no process outside can be seen, sensitive files can't be read, and there is no network unless it is
 * asked for. A program that only looks can't write the workspace either, and its home and `/tmp` are thrown away.
 *
 * Only bubblewrap's own options stand here; whether they hold on this machine is what the self-test finds out.
 *
 * @module
 */
import { accessSync, constants, lstatSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { isWithin, type Root } from '../../files/index.ts'
import { closedFile, closedFolder, emptyFolder } from '../closed-files.ts'
import type { Home } from '../homes.ts'
import type { Survey } from './file-survey.ts'
import { rootFiles } from './root-files.ts'

export interface SandboxPlan {
  readonly bwrap: string
  readonly workspace: string
  readonly home: string
  readonly path: string
  /** A folder of ours: what programs see as `/tmp` and as their home is in it. */
  readonly place: string
  readonly roots?: readonly Root[] | undefined
  readonly protectedPaths?: readonly string[] | undefined
  /** What Toolyard keeps for itself: not seen inside, wherever it is. */
  readonly hidden?: readonly string[] | undefined
}

export interface SandboxedCall {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly network?: boolean | undefined
  readonly readable?: readonly string[] | undefined
  readonly writable?: readonly string[] | undefined
  /** Nothing can be written but a home and a `/tmp` that are thrown away. */
  readonly looks?: boolean | undefined
  /** Sensitive files that may be read all the same. */
  readonly reveal?: readonly string[] | undefined
  readonly survey: Survey
  /** For a program that does more than look. */
  readonly home?: Home | undefined
}

/** Memory that a program which only looks may fill with files. */
const throwawayBytes = 256 << 20

/** Makes command lines for one plan; what never changes is looked up once. */
export function createSandbox(given: SandboxPlan): (call: SandboxedCall) => string[] {
  const plan = { ...given, home: realPath(given.home) ?? given.home }
  const masked = maskedFolders(plan)
  const base = baseOptions(plan, masked)
  const tools = toolFolders(plan, masked)
  return (call) => {
    const { argv, cwd, network = false, readable = [], writable = [], looks = false } = call
    return [
      plan.bwrap,
      ...base,
      ...ownPlaces(plan, masked, call.home),
      ...(network ? ['--share-net', ...bindIfThere('/run/systemd/resolve')] : []),
      ...[...tools, ...readable, ...hiddenPlaceOf(argv[0] ?? '', plan, masked)].flatMap(bindIfThere),
      ...bind(plan.workspace, !looks),
      ...(plan.roots ?? []).flatMap(({ path, access }) => bind(path, access === 'read-write' && !looks)),
      ...writable.flatMap((path) => bind(path, !looks)),
      ...(looks ? [] : keptSettings(plan, call.survey)),
      ...hide(plan, masked, call),
      '--chdir',
      cwd,
      '--',
      ...argv,
    ]
  }
}

/** What is below these is not seen unless it is bound by its own name. */
function maskedFolders({ home, place }: SandboxPlan): string[] {
  const hidden = ['/run', '/tmp', '/home', '/root'].flatMap((path) => realPath(path) ?? [])
  const all = [...new Set([...hidden, ...(realPath(home) === undefined ? [] : [home])])]
  return all.some((folder) => isWithin(folder, place)) ? all : [...all, place]
}

/** Where it really is, links followed; `undefined` if it is not there. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Where people keep compilers and interpreters in their home folder; nothing else is in there. */
const toolchains = [
  '.asdf',
  '.bun/bin',
  '.cargo/bin',
  '.deno/bin',
  '.fnm',
  '.local/bin',
  '.local/share/fnm',
  '.local/share/mise',
  '.nodenv',
  '.nvm',
  '.pyenv',
  '.rbenv',
  '.sdkman',
  '.volta',
  'go/bin',
]

/** Folders of the PATH that would not be seen. One that can't be read is no use inside either. */
function toolFolders({ home, path }: SandboxPlan, masked: readonly string[]): string[] {
  const onPath = path
    .split(delimiter)
    .filter((folder) => !masked.includes(folder) && masked.some((above) => isWithin(above, folder)))
  const tools = toolchains
    .map((name) => join(home, name))
    .filter((folder) => onPath.some((entry) => isWithin(folder, entry)))
  const others = onPath.filter((entry) => !tools.some((folder) => isWithin(folder, entry)))
  const rust = tools.includes(join(home, '.cargo/bin')) ? [join(home, '.rustup')] : []
  return [...tools, ...rust, ...others].filter(isReadable)
}

function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function baseOptions({ home, place }: SandboxPlan, masked: readonly string[]): string[] {
  // The number 0 alone opens what the kernel shows below /proc, without any capability; every user owns some of /proc/sys.
  const isRoot = process.getuid?.() === 0
  const closedProc = isRoot ? ['--remount-ro', '/proc'] : ['--ro-bind', '/proc/sys', '/proc/sys']
  return [
    '--unshare-all',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...closedProc,
    ...rootFiles().flatMap(({ path, isFolder }) => close(place, path, isFolder)),
    ...masked
      .filter((folder) => folder !== '/tmp' && folder !== home)
      .toSorted()
      .flatMap((folder) => ['--tmpfs', folder]),
  ]
}

/** `/tmp` and home: those of the conversation, or empty ones in memory. */
function ownPlaces(plan: SandboxPlan, masked: readonly string[], own: Home | undefined): string[] {
  const places = [
    ['/tmp', own?.tmp],
    [plan.home, own?.home],
  ] as const
  return places
    .filter(([folder]) => masked.includes(folder))
    .toSorted(([some], [other]) => some.length - other.length)
    .flatMap(([folder, ours]) =>
      ours === undefined ? ['--size', String(throwawayBytes), '--tmpfs', folder] : ['--bind', ours, folder],
    )
}

function bind(path: string, writable: boolean): string[] {
  return [writable ? '--bind' : '--ro-bind', path, path]
}

function bindIfThere(path: string): string[] {
  return ['--ro-bind-try', path, path]
}

/**
 * A program that lies where nothing is seen is shown with its folder, or alone where that would show too much. If it is a link,
 * the file that it leads to is shown, too, and nothing beside that.
 */
function hiddenPlaceOf(program: string, { workspace }: SandboxPlan, masked: readonly string[]): string[] {
  const folder = dirname(program)
  if (isWithin(workspace, folder) || !masked.some((above) => isWithin(above, folder))) return []
  const target = realPath(program) ?? program
  const isElsewhere = !isWithin(folder, target) && masked.some((above) => isWithin(above, target))
  return [masked.includes(folder) ? program : folder, ...(isElsewhere ? [target] : [])]
}

/** If the workspace holds the home folder, what opens other doors stays hidden. */
const homeSecrets = [
  '.ssh',
  '.aws',
  '.gnupg',
  '.kube',
  '.docker',
  '.azure',
  '.config/gcloud',
  '.config/gh',
  '.netrc',
]

/** Nothing of these can be read: sensitive files, our own state, and the folder in which all programs' pipes are. */
function hide(plan: SandboxPlan, masked: readonly string[], call: SandboxedCall): string[] {
  const { workspace, home, place, roots = [], hidden = [] } = plan
  const { survey, reveal = [], writable = [], readable = [] } = call
  const shown = [workspace, ...writable, ...readable, ...roots.map(({ path }) => path)]
  const isSeen = (path: string): boolean =>
    shown.some((folder) => isWithin(folder, path)) || !masked.some((folder) => isWithin(folder, path))
  const homes = isWithin(workspace, home) ? homeSecrets.map((name) => join(home, name)) : []
  const own = [...hidden, place, ...homes].filter((path) => isSeen(path) && kindOf(path) !== undefined)
  const secrets = survey.secrets.filter((path) => !reveal.includes(path) && kindOf(path) !== undefined)
  return outermost([...own, ...secrets]).flatMap((path) => close(place, path, kindOf(path) === 'folder'))
}

/** What is inside a closed folder can't be closed once more. */
function outermost(paths: readonly string[]): string[] {
  const all = [...new Set(paths)]
  return all.filter((path) => !all.some((other) => other !== path && isWithin(other, path)))
}

function topsOf({ workspace, roots = [] }: SandboxPlan): string[] {
  return [workspace, ...roots.flatMap(({ path, access }) => (access === 'read-write' ? [path] : []))]
}

function close(place: string, path: string, isFolder: boolean): string[] {
  return ['--ro-bind', join(place, isFolder ? closedFolder : closedFile), path]
}

/** What makes something run outside the sandbox later can be read, not written. */
function keptSettings(plan: SandboxPlan, survey: Survey): string[] {
  const { place, protectedPaths = [], hidden = [] } = plan
  const tops = topsOf(plan)
  const present = [...new Set([...survey.settings, ...survey.pointed, ...protectedPaths])].filter(
    (path) =>
      kindOf(path) !== undefined &&
      tops.some((top) => isWithin(top, path)) &&
      !hidden.some((folder) => isWithin(folder, path)),
  )
  const absentHooks = tops
    .map((top) => join(top, '.git/hooks'))
    .filter((path) => !present.includes(path) && kindOf(dirname(path)) === 'folder')
  return [
    ...heldFolders([...present, ...absentHooks, ...hidden, ...survey.secrets], tops),
    ...present.flatMap((path) => bind(path, false)),
    ...absentHooks.flatMap((path) => ['--ro-bind', join(place, emptyFolder), path]),
  ]
}

/** A folder above one of `paths` could be moved away with it and made anew: not where it is a mount of its own. */
function heldFolders(paths: readonly string[], tops: readonly string[]): string[] {
  const held = new Set<string>()
  for (const path of paths)
    for (let at = dirname(path); isBelow(at, tops); at = dirname(at))
      if (kindOf(at) === 'folder') held.add(at)
  return [...held].toSorted().flatMap((path) => bind(path, true))
}

function isBelow(path: string, tops: readonly string[]): boolean {
  return !tops.includes(path) && tops.some((top) => isWithin(top, path))
}

/** Links are left alone: what they lead to is bound by its own name, or not at all. */
function kindOf(path: string): 'file' | 'folder' | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found?.isDirectory()) return 'folder'
    return found?.isFile() ? 'file' : undefined
  } catch {
    // A file where a folder would be on the way: in a linked work tree `.git` is one.
    return undefined
  }
}
