/**
 * What the benchmark asks of every library, ours included.
 *
 * @module
 */
import type { CatalogueTool } from './catalogue-tool.ts'
import type { Arguments, Sample } from './sample.ts'

/** One way of calling the sample. `call` answers whatever the library answers. */
export interface Contender {
  readonly name: string
  /** Whether a call checks its arguments. */
  readonly validates: boolean
  call(index: number): unknown
  /** The text that came out, so that nobody is measured at failing fast. */
  textOf(answer: unknown): string
  /** Calls with arguments that the schema forbids; answers whether they were refused. */
  refuses?(bad: Arguments): Promise<boolean>
  close?(): unknown
}

/** Many tools, registered, and told as a provider wants them. */
export interface Catalogue {
  definitions(): readonly object[] | Promise<readonly object[]>
  close?(): unknown
}

export interface Peer {
  readonly name: string
  open(this: void, sample: Sample): Promise<readonly Contender[]>
  /** Absent where the library tells no provider of its tools. */
  catalogue?(this: void, tools: readonly CatalogueTool[]): Promise<Catalogue>
}
