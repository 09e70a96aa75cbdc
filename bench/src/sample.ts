/**
 * A tool that every contender gets: one schema, one function, arguments that differ from call to call.
 *
 * @module
 */
import { z } from 'zod'

export type Arguments = Readonly<Record<string, unknown>>

export interface Sample {
  readonly name: string
  readonly description: string
  readonly schema: z.ZodObject
  /** The same schema as JSON Schema. */
  readonly json: Readonly<Record<string, unknown>>
  /** Taken in turn, so that no two calls in a row are equal. */
  readonly inputs: readonly Arguments[]
  /** The right answer to each of them. */
  readonly answers: readonly string[]
  /** What a contender that checks must refuse. */
  readonly bad: Arguments
  /** The work itself. */
  execute(this: void, input: Arguments): Promise<string>
}

/** Enough that no call repeats the one before, few enough to stay in the processor's cache. */
const inputCount = 512

export interface SampleSpec extends Omit<Sample, 'json' | 'inputs' | 'answers'> {
  input(this: void, index: number): Arguments
  answer(this: void, input: Arguments): string
}

export function makeSample({ input, answer, ...rest }: SampleSpec): Sample {
  const inputs = Array.from({ length: inputCount }, (_, index) => input(index))
  return {
    ...rest,
    json: z.toJSONSchema(rest.schema),
    inputs,
    answers: inputs.map((each) => answer(each)),
  }
}

export function inputAt(sample: Sample, index: number): Arguments {
  return sample.inputs[index % inputCount] as Arguments
}
