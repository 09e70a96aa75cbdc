/**
 * The two ways to read a document that are compared: its parser alone, and a service with the document in its options.
 *
 * @module
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dereference, upgrade } from '@scalar/openapi-parser'
import { createToolyard } from 'toolyard'

/** Parse, upgrade, resolve the references. Answers what it made. */
export async function parse(folder: string, file: string): Promise<unknown> {
  const { specification } = upgrade(await readFile(join(folder, file), 'utf8'))
  if (!specification) throw new Error('The parser gave no document')
  const { schema, errors } = dereference(specification)
  if (errors?.length || Object.keys(schema?.paths ?? {}).length === 0)
    throw new Error(`The parser did not read the document: ${JSON.stringify(errors)}`)
  return schema
}

/** Every operation is registered. */
export async function convert(workspace: string, document: string, operations: number): Promise<void> {
  const yard = await createToolyard({ workspace, openapi: [{ document }] })
  const count = yard.registry.toolNames.length
  await yard.close()
  if (count !== operations) throw new Error(`${count} tools came of ${operations} operations`)
}
