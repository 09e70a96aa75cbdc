/**
 * The models that an agent can be given, as far as they are known here: services with the variables that they still need, names of
 * models, scripts of the workspace. Nothing is asked of any service.
 *
 * @module
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { referencesIn } from '../../host/index.ts'
import { readScript } from './scripted/script.ts'
import { keyReference } from './find-provider.ts'
import { knownModels } from './known-models.ts'
import type { ModelPrice } from './model.ts'
import { type ModelSettings, scriptedName, vendorNames } from './settings.ts'

export interface ListedProvider {
  readonly name: string
  /** Variables that are not set: no model of it answers without them. */
  readonly missing: readonly string[]
}

export interface ListedModel {
  /** As an agent names it: `PROVIDER/MODEL`. */
  readonly name: string
  readonly provider: string
  readonly price?: ModelPrice | undefined
  readonly contextLimit?: number | undefined
}

export interface ModelList {
  readonly providers: readonly ListedProvider[]
  readonly models: readonly ListedModel[]
}

export interface ModelListParts {
  readonly environment: NodeJS.ProcessEnv
  /** Where scripts are. */
  readonly folder: string
  /** Models that are in use, such as those of other agents. */
  readonly used: readonly string[]
}

/** How far scripts are looked for. */
const mostFiles = 200
const mostFolders = 50
const mostDepth = 2
const mostBytes = 200_000

export async function listModels(settings: ModelSettings, parts: ModelListParts): Promise<ModelList> {
  const { providers = {}, prices = {}, limits = {} } = settings
  const names = [...new Set([...vendorNames, ...Object.keys(providers)])]
  const scripts = await scriptsIn(parts.folder)
  const models = new Set([
    ...scripts.map((file) => `${scriptedName}/${file}`),
    ...parts.used,
    ...Object.keys(prices),
    ...Object.keys(limits).filter((name) => !name.endsWith('/*')),
    ...vendorNames.flatMap((vendor) => knownModels[vendor].map((model) => `${vendor}/${model}`)),
  ])
  return {
    providers: [
      ...names.map((name) => ({ name, missing: missingOf(name, settings, parts) })),
      { name: scriptedName, missing: [] },
    ],
    models: [...models].flatMap((name): ListedModel[] => {
      const provider = name.slice(0, Math.max(0, name.indexOf('/')))
      if (provider !== scriptedName && !names.includes(provider)) return []
      const price = prices[name]
      const contextLimit = limits[name] ?? limits[`${provider}/*`]
      return [
        { name, provider, ...(price && { price }), ...(contextLimit !== undefined && { contextLimit }) },
      ]
    }),
  }
}

/** The variables that a provider refers to and that have no value; never a value. */
function missingOf(
  provider: string,
  { providers = {} }: ModelSettings,
  { environment }: ModelListParts,
): readonly string[] {
  const given = providers[provider] ?? {}
  const texts = [keyReference(provider, given) ?? '', ...Object.values(given.headers ?? {})]
  const needed = texts.flatMap((text) => referencesIn(text.replaceAll(/\$\{\w+:-[^}]*\}/g, '')))
  return [...new Set(needed)].filter((name) => !environment[name])
}

/** Files of turns or rules in the workspace, and in folders of it; what can't be read is none. */
async function scriptsIn(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const budget = { files: mostFiles, folders: mostFolders }
  let level = ['']
  for (let depth = 0; depth <= mostDepth && level.length > 0; depth++) {
    const next: string[] = []
    for (const path of level) {
      if (budget.folders-- <= 0) return found
      const entries = await readdir(join(folder, path), { withFileTypes: true }).catch(() => [])
      for (const entry of entries) {
        const name = path === '' ? entry.name : `${path}/${entry.name}`
        if (entry.isDirectory() && !isClosed(entry.name)) next.push(name)
        if (!entry.isFile() || !entry.name.endsWith('.json')) continue
        if (budget.files-- <= 0) return found
        if (await isScript(folder, name)) found.push(name)
      }
    }
    level = next
  }
  return found
}

function isClosed(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

async function isScript(folder: string, file: string): Promise<boolean> {
  try {
    const { size } = await stat(join(folder, file))
    if (size > mostBytes) return false
    await readScript(folder, file)
    return true
  } catch {
    return false
  }
}
