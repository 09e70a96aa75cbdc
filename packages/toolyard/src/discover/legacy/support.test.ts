/** What the tests of this folder share: a legacy project in a folder of its own, and what is read from it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { RestFacts, Tool } from '../../define/index.ts'
import { tempFolder } from '../temp-folder.test.ts'
import type { LegacyProblem, LegacyRegistry } from './legacy-registry.ts'
import { readToolRegistry, type ReadRegistryOptions } from './read-tool-registry.ts'

export const registryPath = 'configs/tools/__registry__.toml'

/** A project whose registry scans its own folder, unless `files` has one; tool files are named below `configs/tools`. */
export async function legacyProject(
  t: TestContext,
  files: Record<string, string>,
  options: ReadRegistryOptions = {},
): Promise<LegacyRegistry> {
  const registry = { [registryPath]: '[auto_discovery]\nfile_patterns = ["**/*.toml"]\n' }
  const { path } = await tempFolder(t, { ...registry, ...files })
  return readToolRegistry(join(path, registryPath), options)
}

/** A flat tool file of the least that a REST tool needs, and more. */
export const restFile = (name: string, more = ''): string =>
  `name = "${name}"\ntool_type = "rest"\ndescription = "Does ${name}."\napi_url = "https://api.example.com/${name}"\n${more}\n`

export function toolOf({ tools, problems }: LegacyRegistry, name: string): Tool {
  const tool = tools.find(({ manifest }) => manifest.name === name)
  assert.ok(tool, `no tool "${name}": ${JSON.stringify({ tools: tools.map(nameOf), problems }, null, 2)}`)
  return tool
}

export const nameOf = ({ manifest }: Tool): string => manifest.name

export function restOf(registry: LegacyRegistry, name: string): RestFacts {
  const { implementation } = toolOf(registry, name)
  assert.equal(implementation.kind, 'rest')
  return (implementation as { readonly rest: RestFacts }).rest
}

/** The one problem that there must be. */
export function onlyProblem({ problems }: LegacyRegistry): LegacyProblem {
  assert.equal(problems.length, 1, JSON.stringify(problems, null, 2))
  return problems[0] as LegacyProblem
}
