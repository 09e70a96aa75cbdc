/** How a store must fail: with a code, a sentence that names the cause, and a next step. */
import assert from 'node:assert/strict'
import { type ErrorCode, ToolyardError } from '../../src/kernel/index.ts'

export interface Failure {
  readonly code: ErrorCode
  readonly says: RegExp
  readonly next: RegExp
}

export async function fails(work: () => unknown, { code, says, next }: Failure): Promise<void> {
  await assert.rejects(
    async () => work(),
    (error) => {
      assert.ok(ToolyardError.isInstance(error), String(error))
      assert.equal(error.code, code, error.message)
      assert.match(error.message, says)
      assert.match(error.hint ?? '', next)
      return true
    },
  )
}
