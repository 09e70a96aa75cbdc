import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { describe, it } from 'node:test'

describe('the types of the API', () => {
  it('import Zod and other shapes alone, so that a page that uses them compiles no server', () => {
    const folder = import.meta.dirname
    const read = new Set<string>()
    const outside: string[] = []
    const look = (file: string): void => {
      if (read.has(file)) return
      read.add(file)
      for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import) '([^']+)'/g))
        if (from.startsWith('./')) look(resolve(dirname(file), from))
        else if (from !== 'zod') outside.push(`${relative(folder, file)}: ${from}`)
    }
    look(resolve(folder, 'types.ts'))
    assert.ok(read.size > 5)
    assert.deepEqual(outside, [])
  })
})
