/** A file for a database, in a folder of its own that goes when the test has ended. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function freshFile(test: { after(clean: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-store-'))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'toolyard.db')
}
