/** SQLite files to try things on. */
import type { TestContext } from 'node:test'
import { callRecord, freshFile } from '../../src/store/conformance/index.ts'
import type { Store } from '../../src/store/index.ts'
import { openFor } from './databases.ts'

export function openFile(test: TestContext, file: string): Promise<Store> {
  return openFor(test, `sqlite:${file}`)
}

/** A file with so many calls in it, closed. */
export async function filled(test: TestContext, rows = 3): Promise<string> {
  const file = freshFile(test)
  const store = await openFile(test, file)
  const calls = Array.from({ length: rows }, (_, index) =>
    callRecord(`c${index}`, { input: { text: 'x'.repeat(500) }, ran: true }),
  )
  await Promise.all(calls.map(async (call) => store.calls.finish(call)))
  await store.close()
  return file
}
