/**
 * Installs what the tests need from the system, where it is missing and may be installed; fails loudly otherwise.
 *
 * Today's tests need nothing but Node, git, a POSIX shell, `script`, which gives a real pseudo-terminal, `prlimit`, bubblewrap, the
 * programs of PostgreSQL, which Debian keeps outside the path, Redis, and a browser with fonts for both languages of the console.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const needed: readonly { readonly command: string; readonly debian: string; readonly folder?: string }[] = [
  { command: 'git', debian: 'git' },
  { command: 'script', debian: 'bsdutils' },
  { command: 'bwrap', debian: 'bubblewrap' },
  { command: 'prlimit', debian: 'util-linux' },
  { command: 'initdb', debian: 'postgresql', folder: '/usr/lib/postgresql/*/bin' },
  { command: 'redis-server', debian: 'redis-server' },
  { command: 'chromium', debian: 'chromium' },
  {
    command: 'LiberationSans-Regular.ttf',
    debian: 'fonts-liberation',
    folder: '/usr/share/fonts/truetype/liberation*',
  },
  { command: 'NotoSansCJK-Regular.ttc', debian: 'fonts-noto-cjk', folder: '/usr/share/fonts/opentype/noto' },
]

const missing = needed.filter(
  ({ command, folder }) =>
    spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0 &&
    (folder === undefined || globSync(`${folder}/${command}`).length === 0),
)
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
