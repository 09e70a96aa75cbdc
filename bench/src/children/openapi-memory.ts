/**
 * Reads a document once, with its parser or as tools, and prints what the process grew by at its peak.
 *
 * Arguments: `parser` or `toolyard`, the folder, the file, the number of operations.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { largeDocument } from '../../../packages/toolyard/test/openapi/large-document.ts'
import { convert, parse } from '../openapi/read.ts'
import { peakGrowth } from '../tools/peak-memory.ts'

export interface OpenApiMemory extends Readonly<Record<string, number>> {
  /** Bytes. */
  readonly peak: number
}

const [who = '', folder = '.', file = '', operations = '0'] = process.argv.slice(2)
const read = async (name: string, count: number): Promise<unknown> =>
  who === 'parser' ? parse(folder, name) : convert(folder, name, count)

// What the code itself takes is no part of it.
const small = `small-${who}.json`
await writeFile(join(folder, small), JSON.stringify(largeDocument(5)))
await read(small, 5)
const peak = await peakGrowth(() => read(file, Number(operations)))
console.log(JSON.stringify({ peak } satisfies OpenApiMemory))
