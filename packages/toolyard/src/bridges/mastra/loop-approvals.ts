/**
 * Which calls a person agreed to in an agent of Mastra. Its loop announces a call by id and arguments, asks `requireApproval` by
 * arguments alone, and executes only what a person agreed to. Other ways to a tool (workflows, a direct `execute`, agents with
 * models of old versions) do not ask: there a call was never announced, and the people of the yard are asked.
 *
 * @module
 */
import { digestOf } from '../../kernel/index.ts'
import type { YardTool } from '../yard-tools.ts'

/** More calls than wait at once. */
const mostKept = 10_000

export class LoopApprovals {
  readonly #tool: YardTool
  /** Digests of arguments that a person is asked about. */
  readonly #asked = new Set<string>()
  /** Digests of the arguments of calls that the loop is about to make. */
  readonly #announced = new Map<string, string>()

  constructor(tool: YardTool) {
    this.#tool = tool
  }

  announce(id: string, input: unknown): void {
    if (this.#announced.size >= mostKept) this.#announced.clear()
    this.#announced.set(id, digestOf(input ?? null))
  }

  async asksAbout(input: unknown): Promise<boolean> {
    if (!(await this.#tool.asksAbout({ input }))) return false
    if (this.#asked.size >= mostKept) this.#asked.clear()
    this.#asked.add(digestOf(input ?? null))
    return true
  }

  /** Once for each call. */
  wasAgreed(id: string): boolean {
    const digest = this.#announced.get(id)
    this.#announced.delete(id)
    return digest !== undefined && this.#asked.delete(digest)
  }
}
