/**
 * What a plugin is: tools, hooks and executors under a name and a version.
 *
 * Hooks and executors belong to the pipeline, which this folder does not know: they are handed on as they are.
 *
 * @module
 */
import type { Tool, ToolContext } from '../../define/index.ts'

/** How a plugin is named in the configuration. */
export type PluginEntry = string | Plugin | PluginUse

export interface PluginUse {
  /** The name of a package, the path of a folder, or the plugin itself. */
  readonly use: string | Plugin
  /** Tools of it that are left out. */
  readonly disable?: readonly string[]
  /** For a plugin that is a function of its options. */
  readonly options?: unknown
}

/** What a plugin brings. */
export interface PluginParts {
  /** By default the name and the version of the package. */
  readonly name?: string
  readonly version?: string
  /** Tools in any form that `register` takes, tools for an executor of this plugin, or paths of files and folders. */
  readonly tools?: readonly unknown[]
  readonly hooks?: readonly unknown[]
  /** By name: for tools of this plugin, or, under the name of a type of tools, for all tools of that type. */
  readonly executors?: Readonly<Record<string, unknown>>
  /** Manifests of programs, or folders of them. */
  readonly programs?: readonly string[]
}

export type PluginSpec = PluginParts | ((options: never) => PluginParts | Promise<PluginParts>)

/** Runs the tools of a plugin that name it as their executor, or all tools of a type. */
export interface PluginExecutor {
  /** Whether it answers with an iterator that streams. */
  readonly streaming?: boolean
  execute(tool: PluginTool, input: unknown, context: ToolContext): unknown
}

/** A tool as its executor sees it; a tool of the plugin with what its definition says in `config`. */
export type PluginTool = Tool & { readonly config?: unknown }

/** Registry symbol, so that two copies of Toolyard know each other's plugins. */
export const pluginBrand = Symbol.for('toolyard.plugin')

/** A plugin as a value; made by `definePlugin`. */
export interface Plugin {
  readonly [pluginBrand]: PluginSpec
}

export function isPlugin(value: unknown): value is Plugin {
  return typeof value === 'object' && value !== null && pluginBrand in value
}

/** What is known of a plugin that was loaded. */
export interface PluginInfo {
  readonly name: string
  readonly version: string
  /** `name@version`: where its tools come from. */
  readonly origin: string
  /** Where its files are; undefined for a plugin in code. */
  readonly folder: string | undefined
  readonly tools: readonly string[]
  readonly hooks: number
  readonly executors: readonly string[]
}
