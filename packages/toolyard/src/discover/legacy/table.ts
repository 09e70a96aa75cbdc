/**
 * Reads one table of a TOML file key by key: a value of the wrong type, or an unknown key, is reported with its line.
 *
 * @module
 */
import { referencesIn } from '../../host/index.ts'
import { didYouMean, isPlainObject, messageOf, nearest, tellValue } from '../../kernel/index.ts'
import type { LegacyProblem } from './legacy-registry.ts'
import type { TomlFile } from './toml-file.ts'

/** What was found out about one file. */
export interface FileFindings {
  readonly problems: LegacyProblem[]
  readonly notes: LegacyProblem[]
  /** Something is so wrong that what the file describes can't be used. */
  isBroken: boolean
  /** Whether it is switched on can't be read; it counts as off. */
  hasBadSwitch: boolean
}

export interface TableContext {
  readonly toml: TomlFile
  readonly findings: FileFindings
  /** The text with every `${NAME}` replaced. Throws if a variable is not set; `place` says where it was written. */
  readonly fill: (text: string, place: string) => string
}

export interface ProblemWords {
  readonly reason: string
  readonly hint: string
}

export function noFindings(): FileFindings {
  return { problems: [], notes: [], isBroken: false, hasBadSwitch: false }
}

export class Table {
  readonly #data: Readonly<Record<string, unknown>>
  readonly #context: TableContext
  readonly #path: readonly string[]

  constructor(data: Readonly<Record<string, unknown>>, context: TableContext, path: readonly string[] = []) {
    this.#data = data
    this.#context = context
    this.#path = path
  }

  get keys(): readonly string[] {
    return Object.keys(this.#data)
  }

  value(key: string): unknown {
    return this.#data[key]
  }

  /** A text; references to the environment stay in it. */
  text(key: string): string | undefined {
    const value = this.#data[key]
    if (value === undefined || typeof value === 'string') return value
    return this.#wrong(key, 'a text', '"…"')
  }

  /** A text; references to the environment are filled in. */
  filled(key: string): string | undefined {
    const text = this.text(key)
    return text === undefined ? undefined : this.fill(key, text)
  }

  /** A part of the text under `key` with its references filled in. */
  fill(key: string, text: string): string | undefined {
    try {
      return this.#context.fill(text, this.#at(key))
    } catch (error) {
      return this.refuse(key, {
        reason: messageOf(error),
        hint: 'Set it for the process that runs Toolyard, or write the value itself.',
      })
    }
  }

  number(key: string): number | undefined {
    const value = this.#scalar(key)
    if (value === undefined || (typeof value === 'number' && value >= 0 && value < Infinity)) return value
    return this.#wrong(key, 'a number from 0', '30')
  }

  flag(key: string): boolean | undefined {
    const value = this.#scalar(key)
    if (value === undefined || typeof value === 'boolean') return value
    if (value !== this.#data[key] && (value === 1 || value === 0)) return value === 1
    return this.#wrong(key, 'true or false', 'true')
  }

  /** Whether `enabled` switches it on: it is on by default, and off if the value can't be read. */
  readSwitch(): boolean {
    const isMisspelt =
      this.#data['enabled'] === undefined &&
      this.keys.some((key) => key === 'disabled' || nearest(key, ['enabled']).length > 0)
    const isOn = this.#data['enabled'] === undefined ? !isMisspelt : this.flag('enabled')
    if (isMisspelt || isOn === undefined) this.#context.findings.hasBadSwitch = true
    return isOn ?? false
  }

  texts(key: string): readonly string[] | undefined {
    const value = this.#data[key]
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
    return value === undefined || isList ? value : this.#wrong(key, 'a list of texts', '["…"]')
  }

  table(key: string): Table | undefined {
    const value = this.#data[key]
    if (value === undefined) return undefined
    if (isPlainObject(value)) return new Table(value, this.#context, [...this.#path, key])
    return this.#wrong(key, 'a table', '{ … }')
  }

  /** What the file describes can't be used. */
  refuse(key: string, said: ProblemWords): undefined {
    this.#context.findings.isBroken = true
    this.warn(key, said)
  }

  /** It can be used all the same, and something is wrong. */
  warn(key: string, said: ProblemWords): void {
    this.#context.findings.problems.push(this.#placed(key, said))
  }

  /** It can be used, and was read otherwise than it is written. */
  note(key: string, said: ProblemWords): void {
    this.#context.findings.notes.push(this.#placed(key, said))
  }

  /** Reports every key that is not `known`. */
  checkKeys(known: readonly string[]): void {
    for (const key of this.keys) {
      if (known.includes(key)) continue
      const near = didYouMean(key, known)
      this.warn(key, {
        reason: `"${this.#at(key)}" is not a key that is known here.${near}`,
        hint: near === '' ? `Leave it out. Known keys: ${known.join(', ')}.` : 'Correct it, or leave it out.',
      })
    }
  }

  /** A number or a switch may be a reference, and is a text in the environment. */
  #scalar(key: string): unknown {
    const value = this.#data[key]
    if (typeof value !== 'string' || referencesIn(value).length === 0) return value
    const text = this.fill(key, value)?.trim()
    if (text === 'true' || text === 'false') return text === 'true'
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text
  }

  #wrong(key: string, wanted: string, example: string): undefined {
    return this.refuse(key, {
      reason: `${this.#at(key)} must be ${wanted}, not ${tellValue(this.#data[key])}`,
      hint: `Write ${key} = ${example}, or leave it out.`,
    })
  }

  #placed(key: string, { reason, hint }: ProblemWords): LegacyProblem {
    const { file, lineOf } = this.#context.toml
    const line = lineOf([...this.#path, key])
    return line === undefined
      ? { file, reason, hint }
      : { file, line, reason: `line ${line}: ${reason}`, hint }
  }

  #at(key: string): string {
    return [...this.#path, key].join('.')
  }
}
