/** Commits what a package holds to a branch, without touching the working tree: npm can install it from there, ready to use. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export function commitToBranch(tarball: string, branch: string, title: string): void {
  const temp = mkdtempSync(join(tmpdir(), 'toolyard-branch-'))
  try {
    const tree = join(temp, 'tree')
    mkdirSync(tree)
    execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', tree])
    dropScripts(join(tree, 'package.json'))
    const git = (...args: string[]): string =>
      execFileSync('git', args, {
        encoding: 'utf8',
        env: { ...process.env, GIT_INDEX_FILE: join(temp, 'index'), GIT_WORK_TREE: tree },
        stdio: ['ignore', 'pipe', 'inherit'],
      }).trim()
    // Files that git ignores elsewhere are what the branch is for.
    git('--git-dir', git('rev-parse', '--absolute-git-dir'), 'add', '--all', '--force', '--', tree)
    const commit = git('commit-tree', git('write-tree'), '-m', `${title}, packed`)
    git('update-ref', `refs/heads/${branch}`, commit)
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
}

/** npm would install everything for development and build anew what is built already. */
function dropScripts(file: string): void {
  const {
    scripts: _,
    devDependencies: __,
    ...rest
  } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>
  writeFileSync(file, `${JSON.stringify(rest, undefined, 2)}\n`)
}
