/** What the tests of this folder share: real files in a folder of their own, and waiting for what a watch tells. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { DiscoveredTool, DiscoverOptions, Discovery, DiscoveryChange } from '../define/index.ts'
import { discoverTools } from './discover-tools.ts'

export interface TempFolder {
  readonly path: string
  write(name: string, text: string): Promise<string>
}

export async function tempFolder(t: TestContext, files: Record<string, string> = {}): Promise<TempFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'toolyard-discover-')))
  t.after(() => rm(path, { recursive: true, force: true }))
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    return file
  }
  for (const [name, text] of Object.entries(files)) await write(name, text)
  return { path, write }
}

export async function discover(t: TestContext, options: DiscoverOptions): Promise<Discovery> {
  const discovery = await discoverTools(options)
  t.after(() => discovery[Symbol.asyncDispose]())
  return discovery
}

export const namesOf = ({ tools }: { readonly tools: readonly DiscoveredTool[] }): string[] =>
  tools.map(({ manifest }) => manifest.name)

export function toolNamed(
  { tools }: { readonly tools: readonly DiscoveredTool[] },
  name: string,
): DiscoveredTool {
  const tool = tools.find(({ manifest }) => manifest.name === name)
  assert.ok(tool, `no tool "${name}" among ${namesOf({ tools }).join(', ')}`)
  return tool
}

/** What the tool answers when it is called without arguments. */
export async function answerOf(
  from: { readonly tools: readonly DiscoveredTool[] },
  name: string,
): Promise<unknown> {
  const tool = await toolNamed(from, name).load()
  return tool.execute({} as never, {} as never)
}

/** A tool file that answers `value`. */
export const toolFile = (value: unknown, description = 'Answers.'): string =>
  `export default { description: ${JSON.stringify(description)}, execute: () => ${JSON.stringify(value)} }\n`

export interface FollowedChanges {
  readonly changes: DiscoveryChange[]
  /** Milliseconds until a change came of which this is true; fails after a second. */
  until(isIt: (change: DiscoveryChange) => boolean | Promise<boolean>): Promise<number>
  stop(): void
}

/** Watches, and waits until the watch has had its first look. */
export async function follow(t: TestContext, discovery: Discovery): Promise<FollowedChanges> {
  const changes: DiscoveryChange[] = []
  const stop = discovery.watch((change) => changes.push(change))
  t.after(stop)
  await delay(50)
  const until: FollowedChanges['until'] = async (isIt) => {
    const start = performance.now()
    let seen = 0
    while (performance.now() - start < 1000) {
      for (; seen < changes.length; seen++) {
        const change = changes[seen]
        if (change && (await isIt(change))) return performance.now() - start
      }
      await delay(10)
    }
    return assert.fail(`not seen within a second: ${JSON.stringify(changes.map(({ changed }) => changed))}`)
  }
  return { changes, until, stop }
}
