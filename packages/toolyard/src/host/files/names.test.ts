import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isProtectedName } from './protected.ts'
import { isSensitivePath } from './sensitive.ts'

const forAll = (paths: readonly string[], check: (path: string) => boolean, wanted: boolean): void => {
  for (const path of paths) assert.equal(check(path), wanted, path)
}

describe('protected names', () => {
  it('are known at any depth and in any letter case', () => {
    const paths = [
      '.git',
      '.git/config',
      '.git/hooks/x',
      'a/b/.GIT/HOOKS/x',
      '.vscode/tasks.json',
      'x/.Husky/y',
    ]
    forAll(
      [...paths, '.mcp.json', '.envrc', '.npmrc', '.codex/a', '.CLAUDE/b', '.cursor'],
      isProtectedName,
      true,
    )
  })

  it('are known in other Unicode forms, with shapeless characters, and as Windows reads them', () => {
    const paths = [
      '.ｇｉｔ/config',
      '.g\u200cit/config',
      '.git./config',
      '.git /config',
      '.git::$INDEX/config',
      'GIT~1/x',
    ]
    forAll([...paths, '.hus\u212ay/x', '.v\u017fcode/x', '.\ufeffnpmrc'], isProtectedName, true)
  })

  it('take in what configures this runtime', () => {
    forAll(
      ['toolyard.config.ts', 'app/toolyard.config.mjs', '.toolyard/x', 'configs/tools/a.toml', 'mcp.json'],
      isProtectedName,
      true,
    )
  })

  it('take in what package managers run', () => {
    const paths = ['.yarnrc.yml', '.yarn/releases/yarn-4.js', 'app/.YARN/plugins/x.cjs', '.pnpmfile.cjs']
    forAll([...paths, '.cargo/config.toml', 'crates/x/.cargo/config', '.yarnrc'], isProtectedName, true)
  })

  it('leave their neighbours alone', () => {
    const documents = ['docs/toolyard.config.md', 'toolyard.config.txt', 'toolyard.config.test.ts']
    const folders = ['.yarn/cache/x.zip', '.yarn/releases.md', '.cargo/registry/x', 'cargo/config.toml']
    forAll([...documents, ...folders, 'pnpmfile.cjs', '.yarn/install-state.gz'], isProtectedName, false)
    const paths = ['.gitignore', '.github/x', 'git/config', 'src/mcp.json', 'src/configs/tools/x', 'vscode/x']
    forAll([...paths, 'toolyard.config', 'docs/.git.md', 'hooks/pre-commit', 'npmrc'], isProtectedName, false)
  })
})

describe('sensitive names', () => {
  it('are those of environments, keys and credentials', () => {
    const keys = ['id_rsa', 'keys/ID_ED25519', 'server.pem', 'x.KEY', 'a/b.p12', '.ssh/config', '.gnupg/x']
    const files = ['.env', 'src/.ENV.local', 'prod.env', '.netrc', '.git-credentials', '.aws/credentials']
    forAll(
      [...keys, ...files, 'secrets.yml', 'credentials.json', '.kube/config', '.pypirc'],
      isSensitivePath,
      true,
    )
    forAll(
      ['.toolyard/secrets.db', '.toolyard/toolyard.sqlite-wal', '.toolyard/token'],
      isSensitivePath,
      true,
    )
  })

  it('are those of their copies: editors keep them beside the file', () => {
    const variables = [
      '.env.swp',
      '.env~',
      '#.env#',
      '.#.env',
      '.env.bak',
      '..env.swp',
      '.env.~2~',
      '.#.env.bak~',
    ]
    const keys = ['id_rsa~', 'server.pem.bak', '.server.key.swo', '#credentials.json#', '.netrc.orig']
    forAll([...variables, ...keys, '.kube/config~', '.docker/config.json.bak'], isSensitivePath, true)
    forAll(
      ['4913', '.env.example~', '#readme.md#', 'app.ts.bak', '.app.ts.swp', '~', '##'],
      isSensitivePath,
      false,
    )
  })

  it('are those of other frameworks, and hold with line ends in them', () => {
    const files = ['.flaskenv', '.dev.vars', 'worker/.dev.vars.production']
    forAll([...files, 'id_rsa.a\nb', 'service-account\n.json', '.env\nx'], isSensitivePath, true)
    forAll(['.dev.vars.example', '.flaskenv.sample', 'dev.vars.ts'], isSensitivePath, false)
  })

  it('are not those of ordinary files', () => {
    const paths = ['env.ts', 'id_rsa.pub', 'keys.ts', 'key', 'src/environment.ts', '.npmrc', 'pem/readme.md']
    forAll([...paths, 'secrets/readme.md', '.toolyard/tools.json', 'docs/.docker/x'], isSensitivePath, false)
  })
})
