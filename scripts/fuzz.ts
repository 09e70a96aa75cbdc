/**
 * `npm run fuzz -- 100000`: the random lines of the command tests, as many as wanted, with a seed of this run.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'

const [lines = '100000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
process.stdout.write(`${lines} lines, seed ${seed}\n`)
const { status } = spawnSync(
  process.execPath,
  ['--conditions=@toolyard/source', '--test', 'packages/toolyard/test/security/commands-fuzz.test.ts'],
  { stdio: 'inherit', env: { ...process.env, TOOLYARD_FUZZ_LINES: lines, TOOLYARD_FUZZ_SEED: seed } },
)
process.exitCode = status ?? 1
