/** The documents beside this file. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OpenApiSpec, openApiTools } from '../../src/discover/openapi/index.ts'
import type { SourceTools } from '../../src/define/index.ts'

const folder = join(import.meta.dirname, 'documents')

/** The tools of a document beside this file. */
export async function toolsOf(name: string, spec: Partial<OpenApiSpec> = {}): Promise<SourceTools> {
  return openApiTools(
    { document: name, ...spec },
    { read: async (location) => readFile(join(folder, location), 'utf8') },
  )
}
