/** What the tests of plugins share: a project with packages in it. */
import type { TestContext } from 'node:test'
import { tempFolder } from '../temp-folder.test.ts'
import { loadPlugins, type LoadedPlugins } from './load-plugins.ts'
import { pluginBrand, type PluginEntry, type PluginSpec } from './plugin.ts'

export const tool = (name: string, answer = name): string =>
  `{ name: '${name}', description: 'Answers.', execute: () => '${answer}' }`
export const packageOf = (toolyard: unknown, more: object = {}): string =>
  JSON.stringify({ name: 'toolyard-plugin-x', version: '1.2.0', type: 'module', toolyard, ...more })

/** A project with these files in `node_modules/toolyard-plugin-x`. */
export async function load(
  t: TestContext,
  files: Record<string, string>,
  entries: readonly PluginEntry[] = ['toolyard-plugin-x'],
): Promise<LoadedPlugins & { readonly folder: string }> {
  const inPackage = Object.entries(files).map(([name, text]) => [
    name.startsWith('/') ? name.slice(1) : `node_modules/toolyard-plugin-x/${name}`,
    text,
  ])
  const { path } = await tempFolder(t, Object.fromEntries(inPackage))
  const loaded = await loadPlugins(entries, { folder: path })
  const { plugins, tools, hooks, executors, problems, lostHooks, folders } = loaded
  return { plugins, tools, hooks, executors, problems, lostHooks, folders, folder: path }
}

export const namesOf = ({ tools }: LoadedPlugins): string[] => tools.map(({ manifest }) => manifest.name)
export const plugin = (spec: PluginSpec): PluginEntry => ({ [pluginBrand]: spec })
