/**
 * Installs what the tests need from the system, where it is missing and may be installed; fails loudly otherwise.
 *
 * Today's tests need nothing but Node, git, a POSIX shell and `script`, which gives a real pseudo-terminal.
 */
import { spawnSync } from 'node:child_process'

const needed: readonly { readonly command: string; readonly debian: string }[] = [
  { command: 'git', debian: 'git' },
  { command: 'script', debian: 'bsdutils' },
]

const missing = needed.filter(({ command }) => spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0)
if (missing.length > 0) {
  const packages = missing.map(({ debian }) => debian)
  console.log(`Installing ${packages.join(', ')} …`)
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', ...packages], { stdio: 'inherit' })
  if (status !== 0) {
    console.error(
      `The tests need ${packages.join(', ')}, and they could not be installed here. Install them and run the tests again.`,
    )
    process.exit(1)
  }
}
