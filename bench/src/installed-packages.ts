/**
 * How many packages `npm install toolyard` adds, ours included, as the lockfile of the repository tells it: every package that ours needs,
 * and of those that are for some systems only, the ones for Linux on x64.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

interface Entry {
  readonly link?: boolean
  readonly resolved?: string
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly dependencies?: object
  readonly optionalDependencies?: object
  readonly peerDependencies?: object
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

type Lockfile = Readonly<Record<string, Entry>>

export function countInstalled(lockfile: URL): number {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as { readonly packages: Lockfile }
  const found = new Set<string>()
  const waiting = ['packages/toolyard']
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const entry = packages[place]
    if (!entry || found.has(place) || !isForLinux(entry)) continue
    found.add(place)
    for (const name of namesIn(entry)) waiting.push(placeOf(packages, place, name))
  }
  return found.size
}

function isForLinux({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: Entry): boolean {
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
}

function namesIn(entry: Entry): string[] {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = entry
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
}

/** The nearest one above, as Node looks for it. */
function placeOf(packages: Lockfile, from: string, name: string): string {
  const above = from.split('/node_modules/')
  for (let depth = above.length; depth > 0; depth--) {
    const place = `${above.slice(0, depth).join('/node_modules/')}/node_modules/${name}`
    if (packages[place]) return place
  }
  return `node_modules/${name}`
}
