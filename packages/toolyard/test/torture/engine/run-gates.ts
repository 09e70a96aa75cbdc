/** Runs gates, each in a place of its own, and collects what they measured. */
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf } from '../../../src/kernel/index.ts'
import { seeded } from '../torture.ts'
import { type Gate, type GateResult, guarantee } from './gate.ts'
import { openPlace, type PlaceKind } from './place.ts'

export interface GateSelection {
  readonly isShort: boolean
  /** All that a gate knows, if undefined. */
  readonly places?: readonly PlaceKind[] | undefined
  /** All, if empty. */
  readonly names?: readonly string[]
  readonly onlyGuarantees?: boolean
  readonly seed: number
  /** Lines while it runs. */
  readonly tell: (line: string) => void
}

const files = globSync(join(import.meta.dirname, '*.gate.ts')).toSorted()

export const gateNames: readonly string[] = files.map((file) => basename(file, '.gate.ts'))

interface Trial {
  readonly name: string
  readonly gate: Gate
  readonly kind: PlaceKind
}

/** Guarantees hold however busy the machine is, so their short forms run beside each other. Everything else has it for itself. */
const lanes = 4

export async function runGates(selection: GateSelection): Promise<GateResult[]> {
  const trials = await chosen(selection)
  const isShared = ({ gate }: Trial): boolean => selection.isShort && gate.isGuarantee
  const results = new Map<Trial, GateResult[]>()
  const work = async (waiting: Trial[]): Promise<void> => {
    for (let trial = waiting.shift(); trial; trial = waiting.shift())
      results.set(trial, await runGate(trial, selection))
  }
  const [shared, alone] = [trials.filter(isShared), trials.filter((trial) => !isShared(trial))]
  await Promise.all(Array.from({ length: lanes }, () => work(shared)))
  await work(alone)
  return trials.flatMap((trial) => results.get(trial) ?? [])
}

async function chosen({ names = [], places, onlyGuarantees = false }: GateSelection): Promise<Trial[]> {
  const trials: Trial[] = []
  for (const [index, file] of files.entries()) {
    const name = gateNames[index] ?? ''
    if (names.length > 0 && !names.includes(name)) continue
    const { gate } = (await import(pathToFileURL(file).href)) as { readonly gate: Gate }
    if (onlyGuarantees && !gate.isGuarantee) continue
    for (const kind of gate.places) if (places?.includes(kind) ?? true) trials.push({ name, gate, kind })
  }
  return trials
}

async function runGate(
  { name, gate, kind }: Trial,
  { isShort, seed, tell }: GateSelection,
): Promise<GateResult[]> {
  const begin = performance.now()
  const told = (line: string): void => tell(`${name}, ${kind}: ${line}`)
  told(gate.title)
  await using place = await openPlace(kind)
  const run = { place, isShort, random: seeded(seed), tell: told }
  const measures = await gate
    .run(run)
    .catch((error: unknown) => [guarantee('it can be tried to its end', [messageOf(error)], { bar: 'yes' })])
  told(`ended after ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  return measures.map((measure) => ({ gate: name, place: kind, ...measure }))
}
