/**
 * The command line that shuts a program in: the workspace is writable, the rest of the machine read-only, the home folder,
 * `/run` and `/tmp` are empty places of our own, there is no network, and no process outside can be seen.
 *
 * What configures the project or the machine stays read-only also inside the workspace. Only bubblewrap's own options stand
 * here; whether they hold on this machine is what the self-test finds out.
 *
 * @module
 */
import { lstatSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { isWithin, type Root, settingNames, topNames } from '../../files/index.ts'

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
  /** Nothing but the temporary folder and the home folder can be written. */
  readonly readOnly?: boolean | undefined
}

/** Makes command lines for one plan; what never changes is looked up once. */
export function createSandbox(given: SandboxPlan): (call: SandboxedCall) => string[] {
  const plan = { ...given, home: realPath(given.home) ?? given.home }
  const masked = maskedFolders(plan)
  const base = baseOptions(plan, masked)
  const { roots = [] } = plan
  return ({ argv, cwd, network = false, readable = [], writable = [], readOnly = false }) => [
    plan.bwrap,
    ...base,
    ...(network ? ['--share-net', ...bindIfThere('/run/systemd/resolve')] : []),
    ...[...readable, ...hiddenPlaceOf(argv[0] ?? '', plan, masked)].flatMap(bindIfThere),
    ...bind(plan.workspace, !readOnly),
    ...roots.flatMap(({ path, access }) => bind(path, access === 'read-write' && !readOnly)),
    ...writable.flatMap((path) => bind(path, !readOnly)),
    ...keptPlace(plan, writable),
    ...keptSecrets(plan),
    ...(readOnly ? [] : keptSettings(plan)),
    '--chdir',
    cwd,
    '--',
    ...argv,
  ]
}

/** What is below these is not seen unless it is bound by its own name. */
function maskedFolders({ home, place }: SandboxPlan): string[] {
  const hidden = ['/run', '/tmp', '/home', '/root'].flatMap((path) => realPath(path) ?? [])
  const all = [...new Set([...hidden, ...(realPath(home) === undefined ? [] : [home])])]
  return all.some((folder) => isWithin(folder, place)) ? all : [...all, place]
}

/** Where it really is, links followed; nothing where there is none. */
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

function baseOptions({ home, path, place }: SandboxPlan, masked: readonly string[]): string[] {
  const onPath = path
    .split(delimiter)
    .filter((folder) => !masked.includes(folder) && masked.some((above) => isWithin(above, folder)))
  const tools = toolchains
    .map((name) => join(home, name))
    .filter((folder) => onPath.some((entry) => isWithin(folder, entry)))
  const others = onPath.filter((entry) => !tools.some((folder) => isWithin(folder, entry)))
  const rust = tools.includes(join(home, '.cargo/bin')) ? [join(home, '.rustup')] : []
  const own = new Map([
    ['/tmp', join(place, 'tmp')],
    [home, join(place, 'home')],
  ])
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
    ...masked.toSorted().flatMap((folder) => {
      const ours = own.get(folder)
      return ours === undefined ? ['--tmpfs', folder] : ['--bind', ours, folder]
    }),
    ...[...tools, ...rust, ...others].flatMap(bindIfThere),
  ]
}

function bind(path: string, writable: boolean): string[] {
  return [writable ? '--bind' : '--ro-bind', path, path]
}

function bindIfThere(path: string): string[] {
  return ['--ro-bind-try', path, path]
}

/** A program that lies where nothing is seen is shown with its folder, or alone where that would show too much. */
function hiddenPlaceOf(program: string, { workspace }: SandboxPlan, masked: readonly string[]): string[] {
  const folder = dirname(program)
  if (isWithin(workspace, folder) || !masked.some((above) => isWithin(above, folder))) return []
  return [masked.includes(folder) ? program : folder]
}

/** Our own folder is seen as `/tmp` and as the home folder, never as itself: the pipes of all programs are in it. */
function keptPlace({ workspace, place, roots = [] }: SandboxPlan, writable: readonly string[]): string[] {
  const seen = [workspace, ...writable, ...roots.map(({ path }) => path)]
  return seen.some((folder) => isWithin(folder, place)) ? ['--ro-bind', join(place, 'empty'), place] : []
}

/** Where the workspace holds the home folder, what opens other doors stays hidden. */
const secrets = [
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

function keptSecrets({ workspace, home, place }: SandboxPlan): string[] {
  if (!isWithin(workspace, home)) return []
  return secrets.flatMap((name) => {
    const kind = kindOf(join(home, name))
    if (kind === undefined) return []
    return ['--ro-bind', kind === 'folder' ? join(place, 'empty') : '/dev/null', join(home, name)]
  })
}

/** What makes something run outside the sandbox later. The rest of `.git` changes with every commit. */
const settings = ['.git/hooks', '.git/config', ...settingNames, ...topNames]
const configurations = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map((end) => `toolyard.config.${end}`)

function keptSettings({ workspace, place, roots = [], protectedPaths = [] }: SandboxPlan): string[] {
  const tops = [workspace, ...roots.flatMap(({ path, access }) => (access === 'read-write' ? [path] : []))]
  const kept = tops.flatMap((top) => [...settings, ...configurations].map((name) => join(top, name)))
  const present = [...new Set([...kept, ...protectedPaths])].filter((path) => kindOf(path) !== undefined)
  const absentHooks = tops
    .map((top) => join(top, '.git/hooks'))
    .filter((path) => !present.includes(path) && kindOf(dirname(path)) === 'folder')
  return [
    ...heldFolders([...present, ...absentHooks], tops),
    ...present.flatMap((path) => bind(path, false)),
    ...absentHooks.flatMap((path) => ['--ro-bind', join(place, 'empty'), path]),
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
