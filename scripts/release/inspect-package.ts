/** Looks into a packed package: what its manifest promises must be in it, and nothing that is ours alone. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin: Readonly<Record<string, string>>
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
  readonly repository?: unknown
  readonly publishConfig?: { readonly provenance?: boolean }
}

const always = ['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/LICENSES.txt', 'assets/console/index.html']
const neverIn = /\.test\.|(?:^|\/)(?:test|fixtures|node_modules)\/|\.env|\.tgz$/
const mostBytes = 8_000_000
/** They look at packages too, where they are installed. */
const linters = [
  ['node_modules/.bin/publint', 'run', '--strict'],
  ['node_modules/.bin/attw', '--profile', 'esm-only'],
] as const

/** One sentence for each fault. */
export function inspectPackage(tarball: string, { name, version, bin, exports }: Manifest): string[] {
  const paths = listed(tarball)
  const doors = Object.values(exports).flatMap((door) =>
    typeof door === 'string' ? [door] : [door.types, door.default],
  )
  const promised = [...always, ...[...Object.values(bin), ...doors].map((path) => path.replace(/^\.\//, ''))]
  const own = JSON.parse(textIn(tarball, 'package.json')) as Manifest
  const bytes = statSync(tarball).size
  return [
    ...promised.filter((path) => !paths.includes(path)).map((path) => `${path} is not in the package`),
    ...paths.filter((path) => neverIn.test(path)).map((path) => `${path} does not belong into the package`),
    ...(own.name === name && own.version === version
      ? []
      : [`it is ${own.name} ${own.version}, not ${name} ${version}`]),
    ...(bytes > mostBytes ? [`it has ${bytes} bytes; at most ${mostBytes} are expected`] : []),
  ]
}

export function lintPackage(tarball: string): string[] {
  return linters
    .filter(([program]) => existsSync(program))
    .flatMap(([program, ...args]) => {
      const { status, stdout } = spawnSync(program, [...args, tarball], { encoding: 'utf8' })
      return status === 0 ? [] : [`${program}: ${stdout.trim()}`]
    })
}

function listed(tarball: string): string[] {
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8', maxBuffer: 64_000_000 })
  return names.split('\n').map((path) => path.replace(/^package\//, ''))
}

function textIn(tarball: string, path: string): string {
  return execFileSync('tar', ['-xzOf', tarball, `package/${path}`], { encoding: 'utf8' })
}
