/**
 * What tools reach of the machine, from the options: workspace and roots, programs and their sandbox, the reading of commands.
 *
 * @module
 */
import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { createLazyHost, type HostAccess, isWithin } from '../host/index.ts'
import { isPlainObject } from '../kernel/index.ts'
import { createPolicy, type HookSpec, type Policy, speaksOfResources } from '../pipeline/index.ts'
import type { Store } from '../store/index.ts'
import type { ToolyardOptions } from './options.ts'

export function hostOf(
  options: ToolyardOptions,
  { workspace, store }: { readonly workspace: string; readonly store: Store },
): HostAccess {
  const { roots, sandbox, sandboxNetwork, readFirst, languageServers } = options
  return createLazyHost({
    workspace,
    environment: options.environment ?? process.env,
    changes: store.changes,
    protectedPaths: protectedPaths(options, workspace, store),
    ...(roots && { roots: roots.map((root) => ({ ...root, path: resolve(workspace, root.path) })) }),
    ...(sandbox && { sandbox }),
    ...(sandboxNetwork !== undefined && { sandboxNetwork }),
    ...(readFirst && { readFirst }),
    ...(languageServers && { languageServers }),
  })
}

/** What is loaded as code, run as a hook, or believed: whoever writes there decides for people. */
function protectedPaths(
  { toolFolders = [], toolIndex, hooks = [] }: ToolyardOptions,
  workspace: string,
  { location }: Store,
): string[] {
  const ownFiles = isAbsolute(location) ? ['', '-wal', '-shm', '-journal'].map((end) => location + end) : []
  // Hooks that are written wrongly are refused when they are added, with a better reason.
  const scripts = hooks.flatMap((hook: Partial<HookSpec>) => {
    if (!isPlainObject(hook.handler)) return []
    const { command, args, cwd } = hook.handler
    return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])]
      .filter((word) => typeof word === 'string')
      .map((word) => resolve(workspace, typeof cwd === 'string' ? cwd : '.', word))
      .filter((path) => isWithin(workspace, path) && isFile(path))
  })
  const index = typeof toolIndex === 'string' ? [toolIndex] : []
  return [...[...toolFolders, ...index].map((path) => resolve(workspace, path)), ...ownFiles, ...scripts]
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** What reads command lines is loaded where rules or tools speak of commands. */
export async function loadPolicy(
  { policy: spec, builtins = [], roots = [] }: ToolyardOptions,
  workspace: string,
): Promise<Policy> {
  const policy = createPolicy(spec)
  if (!speaksOfResources(policy) && !builtins.includes('shell')) return policy
  const places = [workspace, ...roots.map(({ path }) => resolve(workspace, path))]
  const { loadShell } = await import('../host/shell/index.ts')
  return createPolicy(spec, { shell: await loadShell({ roots: places }) })
}
