/**
 * The front matter of a `SKILL.md`, as the Agent Skills specification has it: `name` and `description`, and what may stand beside
 * them. Fields that others have added are passed over.
 *
 * @module
 */
import { cleanText, isPlainObject, messageOf, tellValue, ToolyardError } from '../../kernel/index.ts'

export interface SkillFacts {
  readonly name: string
  readonly description: string
  readonly license?: string | undefined
  readonly compatibility?: string | undefined
  /** What its author expects to be called. It says nothing about what may be. */
  readonly allowedTools?: readonly string[] | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /** Whether models may load it by themselves. */
  readonly isForModels: boolean
}

/** Where the front matter must have ended. */
export const mostFrontMatter = 16_384
const longestName = 64
const longestDescription = 1024
const longestCompatibility = 500
/** Of a wrong value, in the sentence about it. */
const longestTold = 100
const nameForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const fence = /^---[ \t]*$/m

/** `text` is the beginning of the file. Throws `invalid_definition`. */
export async function readFrontMatter(text: string): Promise<SkillFacts> {
  const fields = await parseYaml(frontMatterOf(text))
  const { name, description, license, compatibility, metadata } = fields
  if (typeof name !== 'string' || name.length > longestName || !nameForm.test(name))
    throw wrong('name', name, `lower-case letters, digits and single hyphens, at most ${longestName}`)
  const about = typeof description === 'string' ? inOneLine(description) : ''
  if (about === '' || about.length > longestDescription)
    throw wrong('description', description, `a text of 1 to ${longestDescription} characters`)
  if (metadata !== undefined && metadata !== null && !isPlainObject(metadata))
    throw wrong('metadata', metadata, 'names with values')
  return {
    name,
    description: about,
    isForModels: fields['disable-model-invocation'] !== true,
    ...optional('license', textOf('license', license, mostFrontMatter)),
    ...optional('compatibility', textOf('compatibility', compatibility, longestCompatibility)),
    ...optional('allowedTools', toolsOf(fields['allowed-tools'])),
    ...optional('metadata', metadata ?? undefined),
  }
}

/** What stands behind the front matter. */
export function bodyOf(text: string): string {
  const [, , ...rest] = text.replaceAll('\r\n', '\n').split(fence)
  return rest.join('---').trim()
}

function frontMatterOf(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  const [before = '', matter, behind] = lines.split(fence, 3)
  if (before !== '' || matter === undefined)
    throw invalid('it does not begin with front matter', 'Begin with a line "---", name: and description:.')
  if (behind === undefined)
    throw invalid(
      `its front matter has no end within ${mostFrontMatter} characters`,
      'End it with a line "---".',
    )
  return matter
}

/** Without aliases, which a few lines of could stand for more than any memory holds. */
async function parseYaml(text: string): Promise<Record<string, unknown>> {
  const { parse } = await import('yaml')
  let fields: unknown
  try {
    fields = parse(text, { maxAliasCount: 0, logLevel: 'error', schema: 'core', stringKeys: true })
  } catch (error) {
    const [line = ''] = messageOf(error).split('\n')
    throw invalid(
      `its front matter is no YAML: ${cleanText(line).slice(0, 200)}`,
      'Put texts with ": " or "#" in them into quotes.',
    )
  }
  if (!isPlainObject(fields))
    throw invalid(`its front matter is ${tellValue(fields)}`, 'Write name: and description: there.')
  return fields
}

function textOf(field: string, value: unknown, most: number): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value.length > most)
    throw wrong(field, value, `a text of at most ${most} characters`)
  return inOneLine(value)
}

/** One text with spaces or commas between the tools, also inside of brackets, or a list. */
function toolsOf(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string')
    return (value.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? []).map((tool) => cleanText(tool))
  if (Array.isArray(value) && value.every((tool) => typeof tool === 'string'))
    return value.map((tool) => cleanText(tool))
  throw wrong('allowed-tools', value, 'names of tools')
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>)
}

function inOneLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim()
}

function wrong(field: string, value: unknown, expected: string): ToolyardError {
  const isLong = typeof value === 'string' && value.length > longestTold
  const what = isLong ? `has ${value.length} characters` : `is ${tellValue(value)}`
  return invalid(value === undefined ? `${field} is missing` : `${field} ${what}`, `Give ${expected}.`)
}

function invalid(message: string, hint: string): ToolyardError {
  return new ToolyardError('invalid_definition', message, { hint })
}
