/**
 * The tables of one tool file, the same for both shapes: a key is looked for in `[tool]`, then at the top; a setting in
 * `[config]`, then in `metadata.customFields`.
 *
 * @module
 */
import { isPlainObject } from '../../kernel/index.ts'
import { secretUnder } from './find-secrets.ts'
import { type ProblemWords, Table, type TableContext } from './table.ts'
import { configKeys, type LegacyType, toolKeys } from './tool-keys.ts'

export interface ToolTables {
  /** The table that has the key; if none has it, the one in which it belongs. */
  readonly of: (key: string) => Table
  readonly isEnabled: boolean
  readonly metadata: Table
  /** The table of settings that has the key, or else `[config]`. */
  readonly setting: (key: string) => Table
  /** Reports keys that are not known; needs the type, because settings differ by it. */
  readonly checkKeys: (type: LegacyType) => void
}

export function tablesOf(context: TableContext): ToolTables {
  const root = new Table(context.toml.data, context)
  const nested = root.table('tool')
  const of = (key: string): Table => {
    const isAtTop = nested?.value(key) === undefined && root.value(key) !== undefined
    return isAtTop ? root : (nested ?? root)
  }
  const empty = new Table({}, context)
  const metadata = of('metadata').table('metadata') ?? empty
  const config = of('config').table('config') ?? empty
  // `custom_fields` is what a file in snake_case writes.
  const custom = metadata.table('customFields') ?? metadata.table('custom_fields') ?? empty
  return {
    of,
    isEnabled: [root, nested].every((table) => table?.readSwitch() ?? true),
    metadata,
    setting: (key) => (config.value(key) === undefined && custom.value(key) !== undefined ? custom : config),
    checkKeys(type) {
      root.checkKeys(nested ? [...toolKeys, 'tool'] : toolKeys)
      nested?.checkKeys(toolKeys)
      config.checkKeys(configKeys[type])
    },
  }
}

/** What is said of a secret that stands in a file. */
export function secretInFile(key: string): ProblemWords {
  return {
    reason: `${key} stands in the file itself`,
    hint: 'Put it into an environment variable, and write "${NAME}" here.',
  }
}

/** `headers` of a table as texts; settings that slipped below a `[headers]` line are given back apart. */
export function readHeaders(
  table: Table,
  settings: readonly string[],
): { readonly headers: Readonly<Record<string, string>>; readonly slipped: Table | undefined } {
  const written = table.table('headers')
  if (!written) return { headers: {}, slipped: undefined }
  const headers: Record<string, string> = {}
  let slipped: Table | undefined
  for (const key of written.keys) {
    const value = written.value(key)
    if (typeof value === 'string') {
      headers[key] = value
      if (secretUnder(key, value) !== undefined) written.note(key, secretInFile(key))
    } else if (settings.includes(key)) {
      slipped = written
      written.note(key, {
        reason: `${key} stands below a [headers] line, where TOML takes it for a header; it is read as a setting of the tool`,
        hint: 'Write it before that line.',
      })
    } else if (isPlainObject(value) || Array.isArray(value)) written.text(key)
    else headers[key] = String(value)
  }
  return { headers, slipped }
}
