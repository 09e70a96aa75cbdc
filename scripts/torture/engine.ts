/** The gates of the engine, as a command: what is told while they run, the table at the end, and whether every guarantee held. */
import type { GateResult } from '../../packages/toolyard/test/torture/engine/gate.ts'
import { placeKinds } from '../../packages/toolyard/test/torture/engine/place.ts'
import { gateNames, runGates } from '../../packages/toolyard/test/torture/engine/run-gates.ts'

const flags = ['--short', '--json', '--guarantees', ...placeKinds.map((kind) => `--${kind}`)]

/** Answers the exit code. */
export async function tortureEngine(words: readonly string[]): Promise<0 | 1 | 2> {
  const names = words.filter((word) => !word.startsWith('-'))
  const wrongFlag = words.find(
    (word) => word.startsWith('-') && !flags.includes(word) && !word.startsWith('--seed='),
  )
  const wrongName = names.find((name) => !gateNames.includes(name))
  if (wrongFlag !== undefined || wrongName !== undefined) {
    console.error(
      wrongFlag !== undefined
        ? `"${wrongFlag}" is not an option. Options: ${flags.join(', ')}, --seed=NUMBER.`
        : `There is no gate "${wrongName}". Gates: ${gateNames.join(', ')}.`,
    )
    return 2
  }
  const isJson = words.includes('--json')
  const places = placeKinds.filter((kind) => words.includes(`--${kind}`))
  const seed = Number(words.find((word) => word.startsWith('--seed='))?.slice(7) ?? Date.now() % 1_000_000)
  const begin = performance.now()
  const results = await runGates({
    names,
    seed,
    places: places.length > 0 ? places : undefined,
    isShort: words.includes('--short'),
    onlyGuarantees: words.includes('--guarantees'),
    tell: (line) => console.error(line),
  })
  const seconds = (performance.now() - begin) / 1000
  if (isJson) console.log(JSON.stringify({ seed, seconds, results }, undefined, 2))
  else console.log(`\n${tableOf(results)}\n\n${summaryOf(results)} ${seconds.toFixed(0)} s, seed ${seed}.`)
  return results.some(({ kind, isMet }) => kind === 'guarantee' && !isMet) ? 1 : 0
}

function tableOf(results: readonly GateResult[]): string {
  const rows = [
    ['gate', 'place', 'what', 'bar', 'measured', ''],
    ...results.map(({ gate, place, what, bar, measured, isMet }) => [
      gate,
      place,
      what,
      bar,
      measured,
      bar === '–' ? '' : isMet ? 'met' : 'MISSED',
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function summaryOf(results: readonly GateResult[]): string {
  const missed = (wanted: GateResult['kind']): number =>
    results.filter(({ kind, isMet }) => kind === wanted && !isMet).length
  const [broken, slow] = [missed('guarantee'), missed('speed')]
  const first = broken === 0 ? 'Every guarantee held.' : `${broken} guarantees are broken.`
  return slow === 0 ? first : `${first} ${slow} speeds were missed.`
}
