/** `npm run release`, up to the last step: what it refuses, what it says is still to do, and the branch for git dependencies. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { builtWorkspace, plainEnvironment, repository } from './helpers/built-workspace.ts'

const script = join(repository, 'scripts/release.ts')
const { version } = JSON.parse(readFileSync(join(repository, 'packages/toolyard/package.json'), 'utf8')) as {
  version: string
}
const dated = `# Changelog\n\n## ${version} (2026-11-16)\n\n- Everything.\n`

describe('a release', () => {
  let folder: string

  /** A clone with nothing in it but what a release looks at. */
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolyard-release-test-'))
    mkdirSync(join(folder, 'packages/toolyard'), { recursive: true })
    cpSync(join(repository, 'packages/toolyard/package.json'), join(folder, 'packages/toolyard/package.json'))
    writeFileSync(join(folder, 'CHANGELOG.md'), dated)
    git('init', '--quiet')
    commit()
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  function git(...args: string[]): string {
    const who = ['-c', 'user.name=t', '-c', 'user.email=t@example.org']
    return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' })
  }

  function commit(): void {
    git('add', '--all')
    git('commit', '--quiet', '--message', 'x')
  }

  function release(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { GITHUB_ACTIONS: _, GITLAB_CI: __, ...plain } = plainEnvironment()
    const author = { GIT_AUTHOR_NAME: 't', GIT_AUTHOR_EMAIL: 't@example.org' }
    const committer = { GIT_COMMITTER_NAME: 't', GIT_COMMITTER_EMAIL: 't@example.org' }
    return spawnSync(process.execPath, [script, '--from', builtWorkspace().tarball, ...args], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...plain, ...author, ...committer, ...env },
    })
  }

  it('is whole in a dry run of this very repository', () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script, '--dry-run', '--from', builtWorkspace().tarball],
      { cwd: repository, encoding: 'utf8' },
    )
    assert.doesNotMatch(stderr, /^broken: /m)
    assert.match(stdout, new RegExp(`^toolyard ${version} is whole\\. Nothing was published`))
    assert.equal(status, 0)
  })

  it('says what is still to do: a clean tree, a dated chapter, a repository, CI', () => {
    writeFileSync(join(folder, 'CHANGELOG.md'), `# Changelog\n\n## ${version} (unreleased)\n`)
    const { status, stderr } = release(['--dry-run'])
    assert.equal(status, 0)
    assert.match(stderr, /^to do: commit or remove what is changed/m)
    assert.match(stderr, /^to do: date the chapter of CHANGELOG\.md/m)
    assert.match(stderr, /^to do: set "repository"/m)
    assert.match(stderr, /^to do: run it in CI/m)
  })

  it('publishes nothing while something is to do', () => {
    const { status, stdout, stderr } = release([])
    assert.equal(status, 1)
    assert.match(stderr, /^to do: /m)
    assert.equal(stdout, '')
  })

  it('wants a chapter of the changelog for the version, and a version that has no tag', () => {
    writeFileSync(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 0.0.1 (2020-01-01)\n')
    git('tag', `v${version}`)
    const { stderr } = release(['--dry-run'])
    assert.match(
      stderr,
      new RegExp(`write the chapter "## ${version}" of CHANGELOG.md; the newest is "0.0.1"`),
    )
    assert.match(stderr, new RegExp(`raise the version: there is a tag v${version}`))
  })

  it('refuses a package that is not the one that its manifest promises', () => {
    const file = join(folder, 'packages/toolyard/package.json')
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { exports: object }
    const more = { './more': { types: './dist/more.d.ts', default: './dist/more.js' } }
    const changed = { ...manifest, version: '9.9.9', exports: { ...manifest.exports, ...more } }
    writeFileSync(file, JSON.stringify(changed))
    const { status, stderr } = release(['--dry-run'])
    assert.equal(status, 1)
    assert.match(stderr, /^broken: dist\/more\.d\.ts is not in the package/m)
    assert.match(stderr, new RegExp(`^broken: it is toolyard ${version}, not toolyard 9\\.9\\.9`, 'm'))
  })

  it('commits what the package holds to a branch, which npm can install as it is', () => {
    const { status, stdout } = release(['--branch', 'packed'])
    assert.equal(status, 0)
    assert.match(stdout, /^Branch packed holds toolyard/)
    const paths = git('ls-tree', '-r', '--name-only', 'packed').split('\n')
    for (const path of ['dist/index.js', 'dist/index.d.ts', 'assets/console/index.html', 'package.json'])
      assert.ok(paths.includes(path), path)
    const manifest = JSON.parse(git('show', 'packed:package.json')) as Record<string, unknown>
    assert.deepEqual([manifest['scripts'], manifest['devDependencies']], [undefined, undefined])
    assert.equal(git('status', '--porcelain'), '')
  })
})
