/**
 * The repository as a fresh clone has it, built and packed, in a folder of its own: nobody's `dist` is pulled away under them.
 *
 * Packing takes a while, so that what was packed from the same sources of the same clone is used again; the folder is read-only by agreement.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../../../..')
/** What goes into a copy. */
const parts = [
  'CHANGELOG.md',
  'package-lock.json',
  'tsconfig.base.json',
  'packages/toolyard/{LICENSE,README.md,build.ts,package.json,prepack.ts,tsconfig.build.json,tsconfig.json}',
  'packages/toolyard/{src,test/openapi,test/fixtures/doors}/**/*',
  'packages/toolyard/test/torture/worker.ts',
  'packages/console/{index.html,package.json,tsconfig.json,vite.config.ts}',
  'packages/console/{src,public}/**/*',
  'bench/{package.json,src/**/*}',
]
const kept = join(tmpdir(), `toolyard-test-built-${userInfo().uid}`)
const longestKept = 24 * 60 * 60 * 1000

export interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

export interface BuiltWorkspace {
  readonly folder: string
  readonly tarball: string
  readonly packed: Packed
}

/** The Node of this process comes first; nothing of this workspace's settings reaches the commands. */
export function plainEnvironment(): Record<string, string> {
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...others } = process.env
  const path = [dirname(process.execPath), join(repository, 'node_modules/.bin'), process.env['PATH']]
  return { ...(others as Record<string, string>), PATH: path.join(delimiter) }
}

export function builtWorkspace(): BuiltWorkspace {
  const files = globSync(parts, { cwd: repository })
    .filter((file) => statSync(join(repository, file)).isFile())
    .toSorted()
  const folder = join(kept, keyOf(files))
  if (!existsSync(folder)) make(folder, files)
  const packed = JSON.parse(readFileSync(join(folder, 'packed.json'), 'utf8')) as Packed
  return { folder, packed, tarball: join(folder, packed.filename) }
}

/** Puts the package and its dependencies into `node_modules` of a folder: the package unpacked, the others linked. */
export function installInto(folder: string, { tarball }: BuiltWorkspace): void {
  const target = linkModules(folder)
  mkdirSync(join(target, 'toolyard'))
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', join(target, 'toolyard')])
}

/** Of this clone alone: what was built links to its packages, and another clone may be gone. */
function keyOf(files: readonly string[]): string {
  const hash = createHash('sha256').update(`${process.version}\0${repository}`)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(repository, file)))
  return hash.digest('hex').slice(0, 24)
}

/** Two processes may make the same; the first that is ready wins. */
function make(folder: string, files: readonly string[]): void {
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  removeOld()
  const draft = mkdtempSync(join(kept, 'draft-'))
  for (const file of files) cpSync(join(repository, file), join(draft, file))
  const modules = linkModules(draft)
  symlinkSync('../packages/toolyard', join(modules, 'toolyard'))
  writeFileSync(join(draft, 'packed.json'), JSON.stringify(pack(draft)))
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

function pack(workspace: string): Packed {
  const args = ['pack', '--json', '--silent', '--foreground-scripts=false', '--pack-destination', workspace]
  const text = execFileSync('npm', args, {
    cwd: join(workspace, 'packages/toolyard'),
    env: plainEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const answer = JSON.parse(text) as Packed[] | Readonly<Record<string, Packed>>
  const [packed] = Object.values(answer)
  if (!packed) throw new Error(`npm pack answered ${text}`)
  return packed
}

/** Every package of the repository, except its own; programs are on the PATH. */
function linkModules(folder: string): string {
  const [from, to] = [join(repository, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (!['.bin', 'toolyard', '@toolyard'].includes(name)) symlinkSync(join(from, name), join(to, name))
  return to
}

function removeOld(): void {
  for (const name of readdirSync(kept)) {
    const folder = join(kept, name)
    if (Date.now() - statSync(folder).mtimeMs > longestKept) rmSync(folder, { recursive: true, force: true })
  }
}
