/**
 * What a command takes: its arguments and flags, each under the name of the option that it gives. They are the type of the
 * command's options as well, so that neither can say something else than the other.
 *
 * @module
 */

/** One argument or flag. */
export interface Taken<Value = unknown> {
  readonly kind: 'argument' | 'words' | 'flag'
  /** As the help shows it: `<id>`, `[names...]`, `--title <text>`, `-y, --yes`. */
  readonly spec: string
  readonly about: string
  /** Reads what was given; throws `InvalidArgumentError` of Commander if it can't. */
  readonly parse?: Parse<unknown> | undefined
  /** The value if none is given. */
  readonly otherwise?: string | undefined
  /** Whether it may be given several times. */
  readonly repeats?: boolean | undefined
  /** Never there: it carries the type of the option. */
  readonly value?: Value
}

/** In the order of the help. The name of a flag is that of its option: `olderThan` for `--older-than`. */
export type Takes = Readonly<Record<string, Taken>>

export type Parse<Value> = (text: string) => Value

/** The options of a command that takes this. */
export type OptionsOf<All extends Takes> = {
  readonly [Name in keyof All as IsOption<ValueOf<All[Name]>, 'always', Name>]: ValueOf<All[Name]>
} & {
  readonly [Name in keyof All as IsOption<ValueOf<All[Name]>, 'maybe', Name>]?: Exclude<
    ValueOf<All[Name]>,
    undefined
  >
}

type ValueOf<One> = One extends Taken<infer Value> ? Value : never

type IsOption<Value, When extends 'always' | 'maybe', Name> = [Value] extends [never]
  ? never
  : (undefined extends Value ? 'maybe' : 'always') extends When
    ? Name
    : never

type ArgumentValue<Spec extends string> = Spec extends `${string}...${string}`
  ? readonly string[]
  : Spec extends `<${string}`
    ? string
    : string | undefined

/** `--no-output` makes `output` false, and is no option of its own. */
type FlagValue<Spec extends string> = Spec extends `--no-${string}`
  ? never
  : Spec extends `${string}...>`
    ? readonly string[] | undefined
    : Spec extends `${string}<${string}`
      ? string | undefined
      : boolean | undefined

/** A word at its place: `<id>` is needed, `[id]` is not, `[names...]` are all that follow. */
export function argument<Spec extends string>(spec: Spec, about: string): Taken<ArgumentValue<Spec>>
export function argument<Value>(spec: string, about: string, parse: Parse<Value>): Taken<Value | undefined>
export function argument(spec: string, about: string, parse?: Parse<unknown>): Taken {
  return { kind: 'argument', spec, about, parse }
}

/** The same with a value if none is given. */
export function argumentOr(otherwise: string, spec: string, about: string): Taken<string> {
  return { kind: 'argument', spec, about, otherwise }
}

/** All words, also more than the help speaks of: the command itself says what is wrong with them. */
export function words(spec = '', about = ''): Taken<readonly string[]> {
  return { kind: 'words', spec, about }
}

export function flag<Spec extends string>(spec: Spec, about: string): Taken<FlagValue<Spec>>
export function flag<Value>(spec: string, about: string, parse: Parse<Value>): Taken<Value | undefined>
export function flag(spec: string, about: string, parse?: Parse<unknown>): Taken {
  return { kind: 'flag', spec, about, parse }
}

/** A flag that may be given several times. */
export function repeatedFlag(spec: string, about: string): Taken<readonly string[]> {
  return { kind: 'flag', spec, about, repeats: true }
}
