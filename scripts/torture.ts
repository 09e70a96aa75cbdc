/**
 * `npm run torture [KILLS]`: kills a process that makes calls at so many random moments, 1,000 by default.
 * `npm run torture -- engine [--short] [--embedded|--postgres|--fleet] [--guarantees] [--json] [--seed=N] [GATE …]`: tries the gates of the engine.
 * Exit code 1: a guarantee is broken; a speed that is missed is only told.
 */
import { tortureEngine } from './torture/engine.ts'
import { tortureJournal } from './torture/journal.ts'

const [first = '1000', ...words] = process.argv.slice(2)
if (first === 'engine') process.exitCode = await tortureEngine(words)
else if (Number(first) > 0) process.exitCode = (await tortureJournal(Number(first))) ? 0 : 1
else {
  console.error(
    'Give the number of kills, or "engine": npm run torture 200; npm run torture -- engine --short',
  )
  process.exitCode = 2
}
