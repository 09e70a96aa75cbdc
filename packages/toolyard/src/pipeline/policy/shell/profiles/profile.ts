/**
 * What is known of a program's words: which of them only read inside the workspace, and which do more.
 *
 * A profile names what is harmless. What it does not name asks, so a forgotten option costs a question, never more.
 *
 * @module
 */

/**
 * What a word is taken for: any `text`, a `number`, a `path` whose content is read, a `file` that is no folder, a `name` of
 * a file that is only looked at, a `tree` that is read with everything below it (`visible`: but for hidden files), a `revision` of git with or without
 * a path, a `format` of git.
 */
export type Kind = 'text' | 'number' | 'path' | 'file' | 'name' | 'tree' | 'visible' | 'revision' | 'format'

export interface Operands {
  /** Of the first operands, in order. */
  readonly first?: readonly Kind[]
  /** Of all others; without it there are no others. */
  readonly rest?: Kind
  /** How many there may be. */
  readonly most?: number
  /** What happens to the current folder where none of the others is given. */
  readonly implied?: Kind
}

export interface Profile {
  /** Letters of options without a value. */
  readonly letters?: string
  /** Long options without a value, without their dashes. */
  readonly names?: string
  /** Options with a value, short and long, and what the value is. */
  readonly values?: Readonly<Record<string, Kind>>
  /** Options whose value is not needed, and attached: `--color=always`, `-M90%`. */
  readonly attached?: Readonly<Record<string, Kind>>
  /** How it reads letters where not as `getopt` does: each in a word of its own, or with every value in the next word. */
  readonly bundles?: 'never' | 'values apart'
  /** Words that it reads in a way of its own, wherever they stand. */
  readonly odd?: RegExp
  /** Takes `-5` for a count. */
  readonly counts?: boolean
  /** None where absent. A function where options change what operands are. */
  readonly operands?: Operands | ((options: ReadonlySet<string>) => Operands)
  /** Operands whose text decides; answers why not. */
  readonly check?: (operands: readonly string[], options: ReadonlySet<string>) => string | undefined
  /** Options that change nothing about what follows them: `git --no-pager log`. */
  readonly leading?: readonly string[]
  /** By the first operand; without a fitting one the program is not harmless. */
  readonly commands?: Readonly<Record<string, Profile>>
  /** Its words name what the project itself defines, so that the exact ones make a rule: `make build`. */
  readonly exact?: boolean
  /** Runs code of the project or writes what it makes: harmless by a rule, but more than a look. */
  readonly works?: boolean
  /** Known to do more, and what: for the reason that people read. */
  readonly hazards?: Readonly<Record<string, string>>
}

/** A program whose words follow rules of their own; answers why they are not harmless. */
export type ProfileCheck = (words: readonly string[], look: Look) => string | undefined

/** Holds a word against a kind; answers why it is not harmless. */
export type Look = (kind: Kind, word: string) => string | undefined
