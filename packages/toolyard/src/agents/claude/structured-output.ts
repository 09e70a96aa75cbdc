/**
 * Answers that are data. The SDK has a tool for them, which the model calls instead of saying its last words; a text that is the data
 * is taken too. An answer that is something else is asked for once more.
 *
 * The tool takes objects alone: data of another form is asked for in words, as in the built-in loop.
 *
 * @module
 */
import type { JsonSchema } from '../../kernel/index.ts'
import { readOutput, repairWords } from '../loop/read-output.ts'

/** The name of the SDK's tool. */
export const outputTool = 'StructuredOutput'

export function usesOutputTool(schema: JsonSchema | undefined): boolean {
  return typeof schema === 'object' && schema['type'] === 'object'
}

/** `again`: the words that ask for it once more. `invalid`: it was asked for already. */
export type OutputReading =
  | { readonly output: unknown }
  | { readonly again: string }
  | { readonly invalid: true }

export class OutputCheck {
  /** The data, once it was read. */
  output: unknown
  readonly #schema: JsonSchema
  #isRepaired: boolean

  /** `isRepaired`: it was asked for once more before the run was taken up. */
  constructor(schema: JsonSchema, isRepaired: boolean) {
    this.#schema = schema
    this.#isRepaired = isRepaired
  }

  async read(said: string): Promise<OutputReading> {
    const read = await readOutput(said, this.#schema)
    if ('output' in read) {
      this.output = read.output
      return read
    }
    if (this.#isRepaired) return { invalid: true }
    this.#isRepaired = true
    return { again: repairWords(read.problem) }
  }
}
