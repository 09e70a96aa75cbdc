/**
 * `npm run bench`: our package as it is built, beside its peers. What follows `--` goes to the benchmark: `--only NAME`, `--quick`.
 *
 * The peers are installed into `bench/node_modules` when they are missing or when the lockfile has changed.
 */
import { existsSync, statSync } from 'node:fs'
import { run } from './run.ts'

/** A quick pass goes without the peers that are not there. */
const isQuick = process.argv.includes('--quick')
if (process.argv.includes('--help')) {
  run(process.execPath, ['--conditions=@toolyard/source', 'bench/src/main.ts', '--help'])
  process.exit()
}
if (!isQuick && !installed()) {
  console.log('The libraries that ours is compared with are not installed yet (once, about half a minute):')
  run('npm', ['ci', '--prefix', 'bench', '--no-audit', '--no-fund', '--loglevel=error'])
}
run('npm', ['run', 'build', '-w', 'toolyard', '--silent', '--loglevel=error'])
run(process.execPath, ['--expose-gc', 'bench/src/main.ts', ...process.argv.slice(2)])

function installed(): boolean {
  const marker = 'bench/node_modules/.package-lock.json'
  return existsSync(marker) && statSync(marker).mtimeMs >= statSync('bench/package-lock.json').mtimeMs
}
