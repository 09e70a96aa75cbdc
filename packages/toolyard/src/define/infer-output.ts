/**
 * From an output schema to what `execute` may return, and from that to the data of a result.
 *
 * @module
 */
import type { FromJsonSchema, InferInput, ShortForm, StandardSchema } from './infer.ts'

/** What `execute` may return under an output schema; anything if there is none. */
export type ReturnsFor<O> = unknown extends OutputFrom<O> ? unknown : Returning<Lenient<OutputFrom<O>>>

/** What `render` gets: what the output schema says, or else what `execute` returned. */
export type RenderedFrom<O, Output> = unknown extends OutputFrom<O> ? DataOf<Output> : OutputFrom<O>

/** What `execute` returns, in the words of the output schema instead of its own. */
export type HeldTo<O, Output> =
  unknown extends OutputFrom<O>
    ? Output
    : Output extends PromiseLike<unknown>
      ? Promise<OutputFrom<O>>
      : Output extends AsyncIterator<unknown, unknown, never>
        ? AsyncGenerator<unknown, OutputFrom<O>, undefined>
        : Output extends Iterator<unknown, unknown, never>
          ? Generator<unknown, OutputFrom<O>, undefined>
          : OutputFrom<O>

/** The data of a result, by what `execute` returned: what was promised, or returned by a generator at its end. */
export type DataOf<Output> =
  Output extends Iterator<unknown, infer End, never>
    ? Returned<End>
    : Output extends AsyncIterator<unknown, infer End, never>
      ? Returned<End>
      : Returned<Awaited<Output>>

/** `{ content }` is an answer in blocks, and a generator that returns nothing answers what it yielded. */
type Returned<Value> = Value extends BlockAnswer | void ? unknown : Value

/** An answer in blocks, with its data beside them. */
interface BlockAnswer {
  readonly content: string | readonly { readonly type: string }[]
}

type OutputFrom<O> =
  O extends StandardSchema<infer Given, infer _>
    ? Given
    : O extends ShortForm
      ? InferInput<O>
      : O extends { readonly type: string }
        ? FromJsonSchema<O>
        : unknown

type Returning<Value> =
  | Value
  | BlockAnswer
  | PromiseLike<Value | BlockAnswer>
  | Iterator<unknown, Value | BlockAnswer | void, never>
  | AsyncIterator<unknown, Value | BlockAnswer | void, never>

/**
 * The same with read-only lists, and with `undefined` for what may be absent: JSON knows no difference. Words and numbers count
 * by their kind alone, because the compiler forgets which ones a function returns.
 */
type Lenient<Value> = 0 extends 1 & Value
  ? Value
  : Value extends string
    ? string
    : Value extends number
      ? number
      : Value extends boolean
        ? boolean
        : Value extends readonly (infer Item)[]
          ? readonly Lenient<Item>[]
          : Value extends object
            ? LenientFields<Value>
            : Value

type LenientFields<Value> = {
  readonly [Name in keyof Value]: {} extends Pick<Value, Name>
    ? Lenient<Value[Name]> | undefined
    : Lenient<Value[Name]>
}
