/**
 * What a definition was refused for, told where the file says it: with its own key, its line, and a remedy in TOML.
 *
 * @module
 */
import { ToolyardError } from '../../kernel/index.ts'
import type { LegacyProblem } from './legacy-registry.ts'
import type { TomlFile } from './toml-file.ts'

/** By the field of a definition, where the file may say it; the first that it has counts. */
const places: readonly (readonly [RegExp, readonly (readonly string[])[]])[] = [
  [/^inputSchema\b/, [['parameters_schema'], ['parameters'], ['tool', 'parameters']]],
  [/^config\.headers\b/, [['headers'], ['config', 'headers']]],
  [/^config\.auth\b/, [['api_key'], ['oauth'], ['auth_method']]],
  [/^config\.retry\b/, [['retry_count'], ['config', 'maxRetries']]],
  [/^config\.timeout/, [['config', 'timeout'], ['timeout']]],
  [/^(?:config\.|parameter )/, [['api_url'], ['config', 'baseUrl'], ['config']]],
  [/^examples\b/, [['examples']]],
]

export function placeFault(error: unknown, { file, data, lineOf }: TomlFile): LegacyProblem {
  const { message, hint, tool } = ToolyardError.from(error)
  const said = message.replace(`Tool "${tool ?? ''}": `, '')
  const path = places.find(([field]) => field.test(said))?.[1].find((place) => has(data, place))
  const isSchema = said.startsWith('inputSchema')
  const pointer = isSchema ? (/^inputSchema at (\/.*?) "/.exec(said)?.[1] ?? '').split('/').slice(1) : []
  const line = path && lineOf([...path, ...pointer])
  const reason = path && isSchema ? said.replace('inputSchema', path.join('.')) : said
  return {
    file,
    ...(line !== undefined && { line }),
    reason: line === undefined ? reason : `line ${line}: ${reason}`,
    hint: isSchema
      ? 'Write the parameters as JSON Schema: a table with type = "object" and properties.'
      : (hint ?? ''),
  }
}

function has(data: Readonly<Record<string, unknown>>, path: readonly string[]): boolean {
  let at: unknown = data
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return false
    at = (at as Record<string, unknown>)[key]
  }
  return true
}
