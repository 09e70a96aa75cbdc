/**
 * What programs are started with: the helper, a folder of ours, and the sandbox where it holds. Made on first use.
 *
 * @module
 */
import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { messageOf } from '../../kernel/index.ts'
import { bothPaths, type Root } from '../files/index.ts'
import { homeFolder } from '../state/index.ts'
import { type BrokerLauncher, startBroker } from './broker/index.ts'
import { closedFile, closedFolder, emptyFolder } from './closed-files.ts'
import { createDirectLauncher } from './direct-launcher.ts'
import { runVariable } from './environment.ts'
import type { ProgramFinder } from './find-program.ts'
import type { Launcher } from './launcher.ts'
import type { ProgramOutcome, ProgramRequest, SandboxState } from './program.ts'
import { Homes } from './homes.ts'
import { createSandbox, FileSurvey, type SandboxedCall, SettingReader, testSandbox } from './sandbox/index.ts'

export interface WorkshopSettings {
  readonly workspace: string
  readonly environment: NodeJS.ProcessEnv
  readonly sandbox?: 'none' | 'bwrap' | 'required' | undefined
  /** Whether sandboxed programs reach the network where they do not say. */
  readonly sandboxNetwork?: boolean | undefined
  readonly roots?: readonly Root[] | undefined
  readonly protectedPaths?: readonly string[] | undefined
  /** Our own state: no program sees it. */
  readonly statePaths?: readonly string[] | undefined
  /** Patterns of sensitive files that programs may read all the same. */
  readonly readableSecrets?: ((path: string) => boolean) | undefined
  /** Where what programs left behind to run outside the sandbox is moved to. */
  readonly asideFolder?: string | undefined
  /** How processes are started: through a helper where that is possible, by default. */
  readonly launcher?: 'broker' | 'direct' | undefined
}

export interface Workshop {
  readonly launcher: Launcher
  /** Whether its helper is still there. */
  readonly works: boolean
  readonly place: string
  close(): Promise<void>
}

/** The sandbox of a workshop: its state, and the command line in it where it holds. */
export interface Enclosure {
  readonly state: SandboxState
  readonly inside?: SandboxParts
}

/** What programs are shut in with. */
export interface SandboxParts {
  readonly wrap: (call: SandboxedCall) => string[]
  readonly survey: FileSurvey
  /** What git's settings said. */
  readonly settings: SettingReader
  readonly homes: Homes
  /** Where leftovers go if the settings name no folder for them: they end with the process. */
  readonly aside: string
  /** Where home and temporary files are in it. */
  readonly env: Readonly<Record<string, string>>
}

/** The folders that tools can write to, as they are named and where they really are. */
export function writableRoots({ workspace, roots = [] }: WorkshopSettings): readonly string[] {
  const written = roots.flatMap(({ path, access }) => (access === 'read-write' ? [path] : []))
  return bothPaths([workspace, ...written], workspace)
}

export async function openWorkshop(settings: WorkshopSettings, finder: ProgramFinder): Promise<Workshop> {
  const place = await mkdtemp(join(await realpath(tmpdir()), 'toolyard-'))
  await Promise.all([
    mkdir(join(place, emptyFolder)),
    mkdir(join(place, closedFolder), { mode: 0 }),
    writeFile(join(place, closedFile), '', { mode: 0 }),
  ])
  const broker = await tryBroker(settings, { folder: place, finder })
  const launcher = broker ?? createDirectLauncher()
  return {
    launcher,
    place,
    get works() {
      return broker?.isGone !== true
    },
    async close() {
      await launcher.close()
      await chmod(join(place, closedFolder), 0o700).catch(() => {})
      await rm(place, { recursive: true, force: true }).catch(() => {})
    },
  }
}

/** Forks are dear on Linux alone. Without a helper everything works, only slower. */
async function tryBroker(
  { launcher, environment }: WorkshopSettings,
  { folder, finder }: { readonly folder: string; readonly finder: ProgramFinder },
): Promise<BrokerLauncher | undefined> {
  if (process.platform !== 'linux' || launcher === 'direct') return undefined
  const { [runVariable]: mark } = environment
  const mkfifo = await finder.find('mkfifo', { own: true })
  if (mkfifo === undefined) return undefined
  try {
    return await startBroker({
      folder,
      environment: { PATH: dirname(mkfifo), ...(mark !== undefined && { [runVariable]: mark }) },
    })
  } catch {
    return undefined
  }
}

export async function encloseIn(
  { place }: Workshop,
  settings: WorkshopSettings,
  tools: {
    readonly finder: ProgramFinder
    readonly run: (request: ProgramRequest) => Promise<ProgramOutcome>
  },
): Promise<Enclosure> {
  if (settings.sandbox === 'none') return outside('it is switched off in the settings')
  if (process.platform !== 'linux') return outside(`there is none for ${process.platform}`)
  const { finder, run } = tools
  const { workspace } = settings
  const bwrap = await finder.find('bwrap', { own: true })
  if (bwrap === undefined)
    return outside('bubblewrap (bwrap) is not installed; on Debian and Ubuntu: apt-get install bubblewrap')
  if (workspace === '/') return outside('the workspace is the whole file system')
  const shell = (await finder.find('bash', { own: true })) ?? '/bin/sh'
  const home = homeFolder(settings.environment)
  const { roots = [], protectedPaths = [], statePaths = [] } = settings
  const plan = {
    bwrap,
    workspace,
    home,
    path: finder.path,
    place,
    roots: roots.map(({ path, access }) => ({ path: resolve(workspace, path), access })),
    protectedPaths: protectedPaths.map((path) => resolve(workspace, path)),
    hidden: bothPaths(statePaths, workspace),
  }
  try {
    const reason = await testSandbox(plan, { shell, run })
    if (reason !== undefined) return outside(reason)
    const inside = {
      wrap: createSandbox(plan),
      survey: new FileSurvey([workspace, ...plan.roots.map(({ path }) => path)]),
      settings: new SettingReader(),
      homes: new Homes(place),
      aside: join(place, 'aside'),
      env: { TMPDIR: '/tmp', HOME: await realpath(home).catch(() => home) },
    }
    return { state: { level: 'bwrap' }, inside }
  } catch (error) {
    return outside(`its self-test failed: ${messageOf(error)}`)
  }
}

function outside(reason: string): Enclosure {
  return { state: { level: 'none', reason } }
}
