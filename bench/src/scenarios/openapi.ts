/**
 * A large OpenAPI document becomes tools, beside what its parser alone takes to read it: parse, upgrade, resolve the references.
 *
 * Ours is measured as an application meets it: a service with the document in its options, every operation registered. Some
 * documents are of the kind in which every model leads to every other; of those the memory is measured too, in processes of
 * their own.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OpenApiMemory } from '../children/openapi-memory.ts'
import { runChild } from '../children/run-child.ts'
import { cpuOf, type Figures, figureOf, median, ratioOf } from '../harness.ts'
import { type Sample, sampleNames, sampleOf } from '../openapi/documents.ts'
import { convert, parse } from '../openapi/read.ts'
import { atMost, type Line } from '../report.ts'
import type { Scenario } from '../scenario.ts'
import { inTemporaryFolder } from '../tools/temporary-folder.ts'

export const openapi: Scenario = {
  name: 'openapi',
  title: 'An OpenAPI document of 1,000 operations, or of 600 and 400 models (CPU, memory)',
  run: ({ quick }) =>
    inTemporaryFolder(async (folder) => {
      const lines: Line[] = []
      for (const name of sampleNames) {
        const sample = sampleOf(name, quick)
        await writeFile(join(folder, sample.file), sample.text)
        lines.push(timeLine(sample, await measure(sample, folder, quick ? 1 : 15)))
        if (name === 'expandable' || name === 'resources')
          lines.push(await memoryLine(sample, folder, quick ? 1 : 3))
      }
      return lines
    }),
}

/** Microseconds of CPU, in turn; a first round of each is thrown away. */
async function measure({ file, operations }: Sample, folder: string, rounds: number): Promise<Figures> {
  const figures = { toolyard: [] as number[], parser: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const parser = await cpuOf(() => parse(folder, file))
    const ours = await cpuOf(() => convert(folder, file, operations))
    if (round < 0) continue
    figures.parser.push(parser)
    figures.toolyard.push(ours)
  }
  return new Map(Object.entries(figures))
}

function timeLine({ what }: Sample, figures: Figures): Line {
  return {
    what,
    ours: figureOf(figures, 'toolyard') / 1000,
    unit: 'ms',
    reference: { name: 'its parser', value: figureOf(figures, 'parser') / 1000 },
    ratio: ratioOf(figures, 'toolyard', 'parser'),
    bar: atMost(3),
  }
}

async function memoryLine({ file, operations }: Sample, folder: string, rounds: number): Promise<Line> {
  const peaks = { parser: [] as number[], toolyard: [] as number[] }
  for (let round = 0; round < rounds; round++)
    for (const who of ['parser', 'toolyard'] as const) {
      const { peak } = await runChild<OpenApiMemory>('openapi-memory', [who, folder, file, operations])
      peaks[who].push(peak / 2 ** 20)
    }
  const ours = median(peaks.toolyard)
  const parser = median(peaks.parser)
  return {
    what: '… memory at its peak',
    ours,
    unit: 'MB',
    reference: { name: 'its parser', value: parser },
    ratio: ours / parser,
    bar: atMost(2),
  }
}
