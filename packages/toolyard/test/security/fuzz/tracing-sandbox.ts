/**
 * Runs lines in bash for real, many in one sandbox: without network, in a folder made for them, each with what it printed and
 * which of the watched programs it started with which words.
 */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export interface Ran {
  readonly output: string
  /** The words of each watched program that was started. */
  readonly started: readonly (readonly string[])[]
}

export interface TracingSandbox {
  /** Where lines run, as policy is told. */
  readonly workspace: string
  run(lines: readonly string[], more?: RunSettings): Promise<Batch>
}

export interface RunSettings {
  readonly env?: Readonly<Record<string, string>>
  /** Files with another content this time. */
  readonly files?: Readonly<Record<string, string>>
}

export interface Batch {
  readonly ran: readonly Ran[]
  /** Something in the workspace is not what it was. */
  readonly changed: boolean
}

export interface SandboxFiles {
  readonly base: string
  readonly files: Readonly<Record<string, string>>
  readonly links?: Readonly<Record<string, string>>
  /** Programs in whose place one stands that only notes its words. */
  readonly watched: readonly string[]
}

const sandbox = 'bwrap'

/** Notes its words, and what it was called. */
const watcher = String.raw`#!/bin/sh
{ printf '%s\037' "${'$'}{0##*/}" "$@"; printf '\n'; } >> /trace/now
`

/** One bash a line, what it started noted apart. Lines come on standard input, each with a NUL after it. */
const driver = String.raw`n=0
while IFS= read -r -d '' line; do
  n=$((n + 1))
  : > /trace/now
  timeout -s KILL 10 /bin/bash --noprofile --norc -c -- "$line" > "/trace/$n.out" 2>&1 < /dev/null
  mapfile -d '' -t noted < /trace/now
  printf '%s' "${'$'}{noted[0]}" > "/trace/$n.ran"
done`

export function createTracingSandbox({ base, files, links = {}, watched }: SandboxFiles): TracingSandbox {
  const workspace = join(base, 'work')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), text)
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(workspace, name))
  const shims = join(base, 'shims')
  mkdirSync(shims)
  for (const name of watched) {
    writeFileSync(join(shims, name), watcher)
    chmodSync(join(shims, name), 0o755)
  }
  let batches = 0
  return {
    workspace,
    async run(lines, { env = {}, files: changedFiles = {} } = {}) {
      const at = join(base, `batch-${++batches}`)
      const [trace, work] = [join(at, 'trace'), join(at, 'work')]
      mkdirSync(trace, { recursive: true })
      cpSync(workspace, work, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
      for (const [name, text] of Object.entries(changedFiles)) {
        writeFileSync(join(work, name), text)
        utimesSync(join(work, name), 1, 1)
      }
      const before = snapshot(work)
      await inSandbox({ at, workspace, shims, watched, env }, lines)
      const ran = lines.map((_, index) => readRan(trace, index + 1))
      const changed = snapshot(work) !== before
      rmSync(at, { recursive: true, force: true })
      return { ran, changed }
    },
  }
}

interface Place {
  readonly at: string
  readonly workspace: string
  readonly shims: string
  readonly watched: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

async function inSandbox(place: Place, lines: readonly string[]): Promise<void> {
  const { at, workspace, shims, watched, env } = place
  const covered = watched.filter((name) => existsSync(`/usr/bin/${name}`))
  const settings = { PATH: '/shims:/usr/bin:/bin', HOME: '/tmp', LANG: 'C.UTF-8', ...env }
  const argv = [
    ...'--unshare-all --die-with-parent --new-session --clearenv --proc /proc --dev /dev --ro-bind /usr /usr --ro-bind /etc /etc'.split(
      ' ',
    ),
    ...'--symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/sbin /sbin --tmpfs /tmp'.split(
      ' ',
    ),
    ...covered.flatMap((name) => ['--ro-bind', join(shims, name), `/usr/bin/${name}`]),
    '--ro-bind',
    shims,
    '/shims',
    '--bind',
    join(at, 'trace'),
    '/trace',
    '--bind',
    join(at, 'work'),
    workspace,
    '--chdir',
    workspace,
    ...Object.entries(settings).flatMap(([name, value]) => ['--setenv', name, value]),
    '/bin/bash',
    '-c',
    driver,
  ]
  const child = spawn(sandbox, argv, { stdio: ['pipe', 'ignore', 'pipe'] })
  let problem = ''
  child.stderr.on('data', (chunk: Buffer) => (problem += chunk.toString()))
  child.stdin.on('error', () => undefined)
  child.stdin.end(lines.map((line) => `${line}\0`).join(''))
  const code = await new Promise((done) => child.on('close', done))
  if (code !== 0) throw new Error(`the tracing sandbox ended with ${String(code)}: ${problem.slice(0, 500)}`)
}

function readRan(trace: string, number: number): Ran {
  const started = readFileSync(join(trace, `${number}.ran`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\x1F').slice(0, -1))
  return { output: readFileSync(join(trace, `${number}.out`), 'latin1'), started }
}

/** Everything in a folder, to be compared with what it is later; but for the index, which `git diff` refreshes if it can. */
function snapshot(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name !== 'index')
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      if (entry.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`
      return entry.isFile() ? `${path} ${statSync(path).mode} ${readFileSync(path, 'latin1')}` : path
    })
    .toSorted()
    .join('\n')
}
