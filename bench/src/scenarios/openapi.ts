/**
 * A large OpenAPI document becomes tools, beside what its parser alone takes to read it: parse, upgrade, resolve the references.
 *
 * Ours is measured as an application meets it: a service with the document in its options, every operation registered.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dereference, toYaml, upgrade } from '@scalar/openapi-parser'
import { createToolyard } from 'toolyard'
import { largeDocument } from '../../../packages/toolyard/test/openapi/large-document.ts'
import { cpuOf, type Figures, figureOf, ratioOf } from '../harness.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

export const openapi: Scenario = {
  name: 'openapi',
  title: 'An OpenAPI document of 1,000 operations (CPU)',
  run: ({ quick }) =>
    inTemporaryFolder(async (folder) => {
      const rounds = quick ? 1 : 15
      const operations = quick ? 50 : 1000
      const document = largeDocument(operations)
      const forms = [
        { what: 'JSON', file: 'api.json', text: JSON.stringify(document) },
        { what: 'YAML', file: 'api.yaml', text: toYaml(document) },
      ]
      const lines: Line[] = []
      for (const { what, file, text } of forms) {
        await writeFile(join(folder, file), text)
        lines.push(lineOf(what, await measure({ folder, file, text, rounds, operations })))
      }
      return lines
    }),
}

interface Task {
  readonly folder: string
  readonly file: string
  readonly text: string
  readonly rounds: number
  readonly operations: number
}

/** Microseconds of CPU, in turn; a first round of each is thrown away. */
async function measure({ folder, file, text, rounds, operations }: Task): Promise<Figures> {
  const figures = { toolyard: [] as number[], parser: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const parser = await cpuOf(() => parse(text, operations))
    const ours = await cpuOf(() => convert(folder, file, operations))
    if (round < 0) continue
    figures.parser.push(parser)
    figures.toolyard.push(ours)
  }
  return new Map(Object.entries(figures))
}

function parse(text: string, operations: number): void {
  const { specification } = upgrade(text)
  if (!specification) throw new Error('The parser gave no document')
  const { schema, errors } = dereference(specification)
  if (errors?.length || Object.keys(schema?.paths ?? {}).length !== (operations / 5) * 2)
    throw new Error(`The parser did not read the document: ${JSON.stringify(errors)}`)
}

async function convert(workspace: string, document: string, operations: number): Promise<void> {
  const yard = await createToolyard({ workspace, openapi: [{ document }] })
  const count = yard.registry.toolNames.length
  await yard.close()
  if (count !== operations) throw new Error(`${count} tools came of ${operations} operations`)
}

function lineOf(what: string, figures: Figures): Line {
  return {
    what,
    ours: figureOf(figures, 'toolyard') / 1000,
    unit: 'ms',
    reference: { name: 'its parser', value: figureOf(figures, 'parser') / 1000 },
    ratio: ratioOf(figures, 'toolyard', 'parser'),
    bar: atMost(3),
  }
}
