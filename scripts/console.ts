/** Builds the console where it is missing, or older than what it is made from. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'

const built = 'packages/toolyard/assets/console/index.html'
const sources = [
  'packages/console/{index.html,package.json,vite.config.ts}',
  'packages/console/{src,public}/**/*',
]

/** Whether it is there now. */
export function ensureConsole(): boolean {
  if (isFresh()) return true
  console.log('Building the console (a few seconds) …')
  const { status } = spawnSync('npm', ['run', 'build', '--silent', '-w', '@toolyard/console'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) console.error('The console could not be built; the API works without it.')
  return status === 0
}

function isFresh(): boolean {
  if (!existsSync(built)) return false
  const builtAt = statSync(built).mtimeMs
  return globSync(sources).every((file) => statSync(file).mtimeMs <= builtAt)
}
