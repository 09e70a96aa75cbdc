/**
 * The command line that shuts a browser in: of the machine it sees the system's programs, libraries and fonts, of us its own
 * folder and the socket of its proxy. No home, no workspace, no network, no other process.
 *
 * @module
 */
import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { ToolyardError } from '../../kernel/index.ts'
import { isWithin } from '../files/roots.ts'
import { inheritedDescriptors } from '../proc/index.ts'
import type { BrowserPlace } from './browser-place.ts'

export interface EnclosePlan {
  readonly bwrap: string
  /** Chromium, and its arguments. */
  readonly argv: readonly string[]
  readonly place: BrowserPlace
  /** Where the profile is, if it is not in the place. */
  readonly profile: string
  /** A file with the policy. */
  readonly policy: string
  /** Folders that must not be seen, not even if the program is right in them. */
  readonly hidden: readonly string[]
  /** Whether Chromium makes a sandbox of its own inside. */
  readonly ownSandbox: boolean
}

/** Nothing else listens in there. */
const relayPort = '1080'
const shared = 1 << 30
const throwaway = 256 << 20

/** Where Chromium, Chrome and Edge look for what the machine's owner has decided. */
const policyFolders = ['chromium', 'chromium-browser', 'opt/chrome', 'opt/edge']
const systemFolders = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store']
/** Fonts, certificates, and where libraries are. */
const settings = [
  'alternatives',
  'ca-certificates',
  'fonts',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'pki/ca-trust',
  'pki/tls/certs',
  'ssl/certs',
]

export function enclose(plan: EnclosePlan): string[] {
  const { bwrap, argv, place, profile, policy, ownSandbox } = plan
  const relay = `/toolyard/relay.m${extname(relayFile).slice(1)}`
  return [
    bwrap,
    '--unshare-all',
    '--die-with-parent',
    '--cap-drop',
    'ALL',
    ...(isRoot() && ownSandbox ? ['--uid', '1000', '--gid', '1000'] : []),
    ...systemFolders.flatMap(sameFolder),
    ...settings.flatMap((name) => ifThere(join('/etc', name))),
    '--dev',
    '/dev',
    ...inMemory('/dev/shm', shared),
    '--proc',
    '/proc',
    ...closedProc(ownSandbox),
    ...ifThere('/sys/devices/system/cpu'),
    ...inMemory('/tmp', throwaway),
    ...programFolder(plan),
    ...policyFolders.flatMap((name) => readable(policy, `/etc/${name}/policies/managed/toolyard.json`)),
    // Debian's script reads the files of this folder, and stops if there is none. This one it leaves out.
    ...readable(policy, '/etc/chromium.d/README'),
    ...readable(process.execPath, '/toolyard/node'),
    ...readable(relayFile, relay),
    ...readable(place.socket, '/toolyard/proxy'),
    ...writable(place.files),
    ...writable(profile),
    '--remount-ro',
    '/',
    '--chdir',
    '/',
    '--',
    '/toolyard/node',
    ...nodeFlags,
    relay,
    '/toolyard/proxy',
    relayPort,
    ...argv,
  ]
}

/** The same without a sandbox: any port, because others are in use. */
export function startOutside(argv: readonly string[], { socket }: BrowserPlace): string[] {
  return [process.execPath, ...nodeFlags, relayFile, socket, '0', ...argv]
}

/** The last descriptor that a browser is given: the second of the two pipes by which it is driven. */
const lastPipe = 4

/** A command line that does not take along what was left open for this process. There is nothing, almost always. */
export function withoutInherited(argv: readonly string[], shell: string | undefined): readonly string[] {
  const inherited = inheritedDescriptors().filter((fd) => fd > lastPipe)
  if (inherited.length === 0) return argv
  if (shell === undefined)
    throw new ToolyardError('unavailable', 'a browser would see files that were left open for Toolyard.', {
      hint: 'Install bash, which closes them.',
    })
  const closing = inherited.map((fd) => `${fd}>&-`).join(' ')
  return [shell, '-c', `exec ${closing}; exec "$@"`, 'bash', ...argv]
}

const nodeFlags = ['--max-semi-space-size=1', '--max-old-space-size=64']
const relayFile = join(import.meta.dirname, `relay${extname(import.meta.filename)}`)

const isRoot = (): boolean => process.getuid?.() === 0

/**
 * The number 0 alone opens what the kernel shows below /proc, without any capability; every user owns some of /proc/sys.
 * Chromium's own sandbox has to write the files of its processes, and those alone.
 */
function closedProc(ownSandbox: boolean): string[] {
  if (!isRoot()) return ['--ro-bind', '/proc/sys', '/proc/sys']
  if (!ownSandbox) return ['--remount-ro', '/proc']
  // Processes come and go while it is read: only the others are looked at.
  return readdirSync('/proc')
    .filter((name) => !/^\d+$/.test(name))
    .map((name) => `/proc/${name}`)
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false)
    .flatMap(ifThere)
}

/** As it is: a link stays one. */
function sameFolder(path: string): string[] {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path]
}

function readable(from: string, to: string): string[] {
  return ['--ro-bind', from, to]
}

function ifThere(path: string): string[] {
  return ['--ro-bind-try', path, path]
}

function writable(path: string): string[] {
  return ['--bind', path, path]
}

function inMemory(path: string, bytes: number): string[] {
  return ['--size', String(bytes), '--tmpfs', path]
}

/** A program that is not one of the system is shown with its folder, or alone where that would show too much. */
function programFolder({ argv: [program = ''], hidden }: EnclosePlan): string[] {
  const real = realpathSync(program)
  return [...new Set([program, real])].flatMap((path) => {
    const folder = dirname(path)
    if (systemFolders.some((above) => isWithin(above, path))) return []
    return ifThere(hidden.some((closed) => isWithin(folder, closed)) ? path : folder)
  })
}
