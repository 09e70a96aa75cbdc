/** Ways around the survey of the workspace, each tried as a chain of commands of one agent. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { makeFolder, makePrograms, until } from '../shell/support.ts'

const exec = promisify(execFile)

/** A workspace of its own, in which commands run one after the other at level `work`. */
async function ground(files: Readonly<Record<string, string>> = {}) {
  const folder = await makeFolder()
  const [ws, aside] = [join(folder.path, 'ws'), join(folder.path, 'aside')]
  for (const [name, text] of Object.entries({ 'a.txt': 'a\n', ...files })) {
    await mkdir(dirname(join(ws, name)), { recursive: true })
    await writeFile(join(ws, name), text)
  }
  const made = await makePrograms({ sandbox: 'required', workspace: ws, asideFolder: aside })
  return {
    ws,
    canary: join(folder.path, 'canary'),
    async run(...commands: readonly string[]): Promise<string> {
      let out = ''
      for (const command of commands) {
        const outcome = await made.programs.run({ argv: ['bash', '-c', command], cwd: ws, conversation: 'c' })
        out += outcome.stdout + outcome.stderr
      }
      return out
    },
    async [Symbol.asyncDispose]() {
      await made[Symbol.asyncDispose]()
      // Paths may be longer than Node can name.
      await exec('rm', ['-rf', folder.path])
    },
  }
}

describe('a sensitive file stays closed', () => {
  const secrets = { '.env': 'canary-top\n', 'conf/.env': 'canary-conf\n' }
  const chains: Readonly<Record<string, readonly string[]>> = {
    'when the folder is made to look like a repository': [
      'touch HEAD; mkdir objects refs',
      'cat .e* conf/.e*',
    ],
    'when its folder is made to look like a repository': [
      'touch conf/HEAD; mkdir conf/objects conf/refs',
      'cat conf/.e*',
    ],
    'when its folder is moved into node_modules': [
      'mkdir -p node_modules; mv conf node_modules/',
      'cat node_modules/conf/.e*',
    ],
    'when its folder is moved where names are too long': [
      'd=$(printf "%0200d" 0); r=$PWD; for i in $(seq 22); do mkdir $d && cd $d; done; mv $r/conf .',
      'd=$(printf "%0200d" 0); for i in $(seq 22); do cd $d; done; cat conf/.e*',
    ],
    'when its folder is shut and opened again': ['chmod 000 conf', 'chmod 755 conf; cat conf/.e*'],
    'when its folder is renamed': ['mv conf other', 'cat other/.e*'],
  }
  for (const [title, commands] of Object.entries(chains))
    it(title, async () => {
      await using place = await ground(secrets)
      assert.doesNotMatch(await place.run(...commands), /canary/)
    })

  it('when the link that made it sensitive is taken away', async () => {
    await using place = await ground({ 'conf/prod.txt': 'canary\n' })
    await symlink('conf/prod.txt', join(place.ws, '.env'))
    assert.doesNotMatch(await place.run('cat .env', 'rm .env', 'cat conf/prod.txt'), /canary/)
  })

  it('also when its name makes it a setting', async () => {
    await using place = await ground({ '.envrc': 'export KEY=canary\n' })
    assert.doesNotMatch(await place.run('cat .envrc'), /canary/)
  })
})

describe('git that a person uses afterwards runs nothing planted', () => {
  const evil = (canary: string): string => `printf '[core]\\n\\tfsmonitor = touch ${canary}; false\\n'`
  const chains: Readonly<Record<string, (canary: string) => readonly string[]>> = {
    'by a link to a repository in node_modules': (canary) => [
      `git init -q node_modules/x && ${evil(canary)} >> node_modules/x/.git/config && ln -s node_modules/x/.git .git`,
    ],
    'by a .git file that leads into node_modules': (canary) => [
      `git init -q y && mkdir -p node_modules/.git/modules && mv y/.git node_modules/.git/modules/x && ${evil(canary)} >> node_modules/.git/modules/x/config && echo 'gitdir: node_modules/.git/modules/x' > .git`,
    ],
    'by a linked configuration': (canary) => [
      `git init -q . && ${evil(canary)} > conf && cat .git/config >> conf && rm .git/config && ln -s ../conf .git/config`,
    ],
    'by a linked folder of hooks': (canary) => [
      `git init -q . && rm -rf .git/hooks && mkdir h && printf '#!/bin/sh\\ntouch ${canary}\\n' > h/pre-commit && chmod +x h/pre-commit && ln -s ../h .git/hooks`,
    ],
  }
  const use = async (ws: string): Promise<void> => {
    const env = {
      ...process.env,
      HOME: ws,
      GIT_AUTHOR_NAME: 't',
      GIT_AUTHOR_EMAIL: 't@t',
      GIT_COMMITTER_NAME: 't',
      GIT_COMMITTER_EMAIL: 't@t',
    }
    for (const args of [['status'], ['commit', '--allow-empty', '-m', 'x']])
      await exec('git', args, { cwd: ws, env }).catch(() => {})
  }
  for (const [title, commands] of Object.entries(chains))
    it(title, async () => {
      await using place = await ground()
      await place.run(...commands(place.canary))
      await use(place.ws)
      assert.equal(existsSync(place.canary), false)
    })

  const hook = (canary: string): string =>
    `printf '#!/bin/sh\\ntouch ${canary}\\n' > .githooks/pre-commit; chmod +x .githooks/pre-commit`
  for (const isThere of [true, false])
    it(`by hooks where the configuration looks for them, ${isThere ? 'there' : 'absent'} before`, async () => {
      await using place = await ground(isThere ? { '.githooks/README': 'x\n' } : {})
      await exec('git', ['init', '-q'], { cwd: place.ws })
      await exec('git', ['config', 'core.hooksPath', '.githooks'], { cwd: place.ws })
      await exec('git', ['config', 'include.path', '../more.gitconfig'], { cwd: place.ws })
      await place.run(
        `mkdir -p .githooks; ${hook(place.canary)}; ${evil(place.canary)} > more.gitconfig; echo ../node_modules > cd.txt; ln -s ../cd.txt .git/commondir`,
      )
      await use(place.ws)
      assert.equal(existsSync(place.canary), false)
    })

  /** A command runs until it sees `go`; meanwhile a person works outside. */
  const during = async (
    place: Awaited<ReturnType<typeof ground>>,
    command: string,
    person: () => Promise<unknown>,
  ): Promise<void> => {
    const running = place.run(`touch began; until [ -e go ]; do sleep 0.05; done; ${command}`)
    await until('the command runs', () => existsSync(join(place.ws, 'began')))
    await person()
    await writeFile(join(place.ws, 'go'), '')
    await running
  }

  it('by a configuration that the person has replaced meanwhile', async () => {
    await using place = await ground()
    const git = (...args: string[]) => exec('git', args, { cwd: place.ws })
    await git('init', '-q')
    await git('config', 'core.hooksPath', '.githooks')
    await during(place, `${evil(place.canary)} >> .git/config`, () => git('config', 'user.name', 'me'))
    await use(place.ws)
    assert.equal(existsSync(place.canary), false)
    assert.equal((await git('config', 'core.hooksPath')).stdout, '.githooks\n')
  })

  it('by hooks in a folder that the person has replaced meanwhile', async () => {
    await using place = await ground()
    await exec('git', ['init', '-q'], { cwd: place.ws })
    await during(
      place,
      `printf '#!/bin/sh\\ntouch ${place.canary}\\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit`,
      () => exec('bash', ['-c', 'mv .git/hooks old; cp -r old .git/hooks'], { cwd: place.ws }),
    )
    await use(place.ws)
    assert.equal(existsSync(place.canary), false)
  })

  it('while what the person has changed meanwhile stays', async () => {
    await using place = await ground()
    const git = (...args: string[]) => exec('git', args, { cwd: place.ws })
    await git('init', '-q')
    await git('config', 'alias.st', 'status')
    await during(place, 'true', async () => {
      await git('config', 'user.name', 'me')
      await git('remote', 'add', 'origin', 'https://example.com/x.git')
    })
    assert.equal((await git('config', 'user.name')).stdout, 'me\n')
    assert.equal((await git('config', 'alias.st')).stdout, 'status\n')
    assert.equal((await git('remote')).stdout, 'origin\n')
  })
})
