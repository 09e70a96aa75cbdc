/**
 * What the configuration says of the Claude Agent SDK.
 *
 * @module
 */
import { referencesIn } from '../../host/index.ts'
import { checkKeys, isPlainObject, tellValue, ToolyardError } from '../../kernel/index.ts'

export interface ClaudeSettings {
  /**
   * The folder from which the SDK is loaded. By default where Toolyard is installed; before that the workspace, if a person
   * has trusted its configuration.
   */
  readonly sdkFolder?: string | undefined
  /**
   * The environment of its program; values may be references such as `${NAME}`. By default `ANTHROPIC_API_KEY`, and
   * `ANTHROPIC_BASE_URL` if it is set.
   */
  readonly variables?: Readonly<Record<string, string>> | undefined
}

const secretName = /(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$/i

/** Throws `invalid_config` at the first thing that is wrong. */
export function checkClaudeSettings(settings: ClaudeSettings): void {
  checkKeys(settings, ['sdkFolder', 'variables'], 'claude')
  const { sdkFolder, variables = {} } = settings
  if (sdkFolder !== undefined && typeof sdkFolder !== 'string')
    throw wrong('claude.sdkFolder', sdkFolder, 'the path of a folder')
  if (!isPlainObject(variables)) throw wrong('claude.variables', variables, 'an object')
  for (const [name, value] of Object.entries(variables)) {
    if (typeof value !== 'string') throw wrong(`claude.variables.${name}`, value, 'a text')
    if (secretName.test(name) && referencesIn(value).length === 0)
      throw new ToolyardError(
        'invalid_config',
        `claude.variables.${name} is not a reference to an environment variable`,
        { hint: `Put the value into a variable and write "\${${name}}".` },
      )
  }
}

function wrong(place: string, value: unknown, expected: string): ToolyardError {
  return new ToolyardError('invalid_config', `${place}: ${tellValue(value)} is not ${expected}`, {
    hint: `Give ${expected}, or leave it out.`,
  })
}
