/**
 * git in one repository: runs it with safe settings, in the sandbox if there is one, and turns what it says into
 * errors.
 *
 * @module
 */
import { join } from 'node:path'
import type { ToolContext } from '../../../define/index.ts'
import type { ProgramOutcome } from '../../../host/index.ts'
import { ToolyardError, visibleText } from '../../../kernel/index.ts'
import { findRepository, type Repository, repositoryAbove } from './repository.ts'
import { runningSettings, safeEnvironment } from './safe-settings.ts'

export interface GitRun {
  /** What it reads. */
  readonly stdin?: string
  /** It changes something; otherwise it does not even refresh the index. */
  readonly writes?: boolean
  /** Exit codes that are answers. */
  readonly accept?: readonly number[]
  /** It is for reading, and may be cut; a list that others decide by is whole, or an error. */
  readonly mayBeCut?: boolean
}

export interface GitOutput {
  readonly text: string
  readonly exitCode: number
  /** Bytes that were not kept. */
  readonly dropped: number
}

export interface Git {
  readonly repository: Repository
  /** Whether rules close a name in the repository to the call: it is not told, and not changed. */
  isClosed(name: string): boolean
  /** Throws `tool_failed` with what git says. */
  run(args: readonly string[], options?: GitRun): Promise<GitOutput>
}

const timeoutMs = 100_000
const mostOutput = 8 * 1024 * 1024
const mostList = 32 * 1024 * 1024

/** Undefined if the folder is in no repository. Throws `unavailable` if git is not installed. */
export async function openGit(workdir: string, context: ToolContext): Promise<Git | undefined> {
  const { host, thread } = context
  const program = await host.programs.find('git', { own: true })
  if (program === undefined)
    throw new ToolyardError('unavailable', 'git is not installed on this machine, or not on its PATH', {
      hint: 'Install git.',
    })
  const repository = findRepository(host.files, workdir)
  if (!repository) return undefined
  const own = await thread.own('git:own-settings', () => readOwnSettings(program, context))
  const base = { program, repository, context }
  const listed = await runOnce(
    { ...base, environment: safeEnvironment(own, []) },
    ['config', '--null', '--name-only', '--get-regexp', runningSettings],
    { accept: [0, 1] },
  )
  const running = [...new Set(listed.text.split('\0').filter((name) => name !== ''))]
  const environment = { ...safeEnvironment(own, running), ...identityOf(context) }
  return {
    repository,
    isClosed: (name) => host.files.isClosed(join(repository.top, name)),
    run: (args, options = {}) => runOnce({ ...base, environment }, args, options),
  }
}

export function requireGit(git: Git | undefined, { host }: ToolContext): Git {
  if (git) return git
  const above = repositoryAbove(host.files)
  throw new ToolyardError(
    'unavailable',
    above === undefined
      ? `there is no git repository in the workspace ${host.files.path}`
      : `the workspace ${host.files.path} is a part of the repository ${above}, which is outside of it`,
    {
      hint:
        above === undefined
          ? 'Name a folder of a repository in workdir, or ask the user to make one (git init).'
          : 'Ask the user to open the whole repository as the workspace.',
    },
  )
}

interface GitInvocation {
  readonly program: string
  readonly repository: Repository
  readonly context: ToolContext
  readonly environment: Readonly<Record<string, string>>
}

async function runOnce(
  { program, repository, context, environment }: GitInvocation,
  args: readonly string[],
  { stdin, writes = false, accept = [0], mayBeCut = false }: GitRun,
): Promise<GitOutput> {
  const { host, signal } = context
  const { top, gitDir, outside } = repository
  const outcome = await host.programs.run({
    argv: [program, '--no-pager', `--git-dir=${gitDir}`, `--work-tree=${top}`, ...args],
    cwd: top,
    env: { ...environment, GIT_OPTIONAL_LOCKS: writes ? '1' : '0' },
    signal,
    timeoutMs,
    maxOutput: mayBeCut ? mostOutput : mostList,
    seesSecrets: true,
    ...(stdin !== undefined && { stdin }),
    ...(writes ? { writable: outside } : { readable: outside, readOnly: true }),
  })
  signal.throwIfAborted()
  const { exitCode, stdout, dropped } = outcome
  if (exitCode === null || outcome.problem !== undefined || !accept.includes(exitCode))
    throw failure(args[0] ?? '', outcome)
  if (dropped > 0 && !mayBeCut)
    throw new ToolyardError('tool_failed', `git ${args[0] ?? ''} answers more than can be looked through`, {
      hint: 'Narrow it with paths or limit.',
    })
  return { text: stdout, exitCode, dropped }
}

/** What the person, not the repository, says: who commits, and how line ends and ignored files are treated. */
const ownSettings = String.raw`^(user\.(name|email)|core\.(autocrlf|safecrlf|excludesfile))$`

async function readOwnSettings(
  program: string,
  { host, signal }: ToolContext,
): Promise<readonly (readonly [string, string])[]> {
  const read = async (scope: string): Promise<string> => {
    const { stdout } = await host.programs.run({
      argv: [program, 'config', scope, '--null', '--get-regexp', ownSettings],
      cwd: '/',
      env: { LC_ALL: 'C.UTF-8' },
      signal,
      timeoutMs: 10_000,
      sandbox: 'none',
    })
    return stdout
  }
  const texts = await Promise.all([read('--system'), read('--global')])
  return texts
    .join('')
    .split('\0')
    .flatMap((entry) => {
      const at = entry.indexOf('\n')
      return at < 0 ? [] : [[entry.slice(0, at), entry.slice(at + 1)] as const]
    })
}

const identity = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']

function identityOf({ host }: ToolContext): Record<string, string> {
  const { environment } = host.settings
  return Object.fromEntries(
    identity.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  )
}

function failure(
  command: string,
  { stderr, stdout, problem, timedOut, exitCode }: ProgramOutcome,
): ToolyardError {
  if (timedOut)
    return new ToolyardError('timeout', `git ${command} did not end within ${timeoutMs / 1000} s`, {
      hint: 'Narrow it with paths or limit.',
      retryable: true,
    })
  if (problem !== undefined)
    return new ToolyardError('unavailable', `git ${command} could not be run: ${problem}`)
  const said = visibleText((stderr.trim() || stdout.trim()).slice(0, 2000))
    .replaceAll(/^(?:fatal|error|hint): /gm, '')
    .trim()
  return new ToolyardError('tool_failed', `git ${command}: ${said || `exit code ${exitCode}`}`, {
    hint: hints.find(([pattern]) => pattern.test(said))?.[1],
  })
}

const hints: readonly (readonly [RegExp, string])[] = [
  [
    /index\.lock|unable to create .*\.lock/i,
    'Another git command is at work, or one was cut off. Try again; if it stays, ask the user to remove the lock file.',
  ],
  [/would be overwritten/i, 'Commit or stash the changes first.'],
  [
    /please tell me who you are|empty ident|unable to auto-detect email/i,
    'Ask the user to set user.name and user.email (git config --global).',
  ],
  [/unmerged|conflict/i, 'Resolve the conflicts: edit the files, then use action add.'],
  [/did not match any file|pathspec/i, 'Check the path with action status.'],
  [
    /not a valid|unknown revision|bad revision|ambiguous argument/i,
    'Look with action log or branches which revisions there are.',
  ],
  [/ignored by one of your/i, 'The file is ignored by .gitignore; leave it, or ask the user.'],
  [
    /Read-only file system|Permission denied/i,
    'The sandbox keeps git from writing there; ask the user to do it.',
  ],
]
