/**
 * `prepack`: makes everything that the package holds beside its sources, so that `npm pack` and `npm publish` need no step before them:
 * `dist/`, the console in `assets/console/`, and the changelog of the repository.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname

for (const folder of [root, join(root, '../console')]) {
  // What npm prints to standard output may be read by a program: `npm pack --json`.
  const stdio = ['ignore', 'ignore', 'inherit'] as const
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: [...stdio] })
  if (status !== 0) throw new Error(`"npm run build" failed in ${folder}`)
}
copyFileSync(join(root, '../../CHANGELOG.md'), join(root, 'CHANGELOG.md'))
