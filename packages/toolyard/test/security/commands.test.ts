/**
 * Which command lines run without a question. The corpus first; then what bash and its programs offer to get around rules,
 * under rules as wide as they can be written.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ground, rulesOf } from './commands-support.test.ts'

interface Corpus {
  readonly rules: readonly string[]
  readonly entries: readonly {
    readonly id: string
    readonly kind: string
    readonly command: string
    readonly expect: string
    readonly reason: string
  }[]
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../corpora/commands.json'), 'utf8'),
) as Corpus
const { asks, runs } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'commands-cases.json'), 'utf8'),
) as Readonly<Record<'asks' | 'runs', Readonly<Record<string, readonly string[]>>>>
const repeated = (text: string): string =>
  text.replace(/^\{(.)\*(\d+)\}$/, (_, char: string, times: string) => char.repeat(Number(times)))

const ground = new Ground()
after(() => ground[Symbol.dispose]())

type Decide = (command: string, more?: object) => ReturnType<Awaited<ReturnType<Ground['policy']>>['decide']>

async function deciding(prefixes: readonly string[]): Promise<Decide> {
  const policy = await ground.policy({ allow: rulesOf(prefixes) })
  return (command, more) => policy.decide(ground.subject(command, more))
}

describe('commands of the corpus', () => {
  let decide: Decide
  before(async () => {
    decide = await deciding(corpus.rules)
  })
  const cases = corpus.entries.filter(({ kind }) => kind === 'permission')

  it('are all there', () => {
    assert.ok(cases.length > 80)
  })

  for (const { id, command, expect, reason } of cases)
    it(`${id} ${expect === 'allow' ? 'runs' : 'does not run'} without a question: ${reason}`, () => {
      const decision = decide(repeated(command))
      assert.equal(decision.effect === 'allow', expect === 'allow', JSON.stringify(decision))
      assert.ok(decision.reason.length > 0)
    })
})

/** Every program that the cases speak of, granted with everything that its profile calls harmless. */
const widest = [
  ...new Set(
    Object.values({ ...asks, ...runs })
      .flat()
      .flatMap((command) => /^[a-z][\w.+-]*(?= |$)/.exec(command) ?? []),
  ),
]

describe('under a rule for every program', () => {
  let decide: Decide
  before(async () => {
    decide = await deciding([
      ...widest,
      'npm test',
      'npm run build',
      'node --version',
      './run.sh',
      'python3 manage.py',
    ])
  })

  for (const [group, commands] of Object.entries(asks))
    for (const command of commands)
      it(`asks about ${group}: ${JSON.stringify(command)}`, () => {
        const decision = decide(command)
        assert.equal(decision.effect, 'ask', JSON.stringify(decision))
      })

  for (const [group, commands] of Object.entries(runs))
    for (const command of commands)
      it(`does not ask about ${group}: ${JSON.stringify(command)}`, () => {
        const decision = decide(command)
        assert.equal(decision.effect, 'allow', JSON.stringify(decision))
      })

  it('has more than two hundred ways around it to try', () => {
    assert.ok(Object.values(asks).flat().length > 200)
  })
})

describe('the folder of a call', () => {
  it('is where its paths start', async () => {
    const decide = await deciding(['cat', 'ls'])
    const inside = { cwd: join(ground.workspace, 'src') }
    assert.equal(decide('cat ../readme.md', inside).effect, 'allow')
    assert.equal(decide('cat ../../outside/secret.txt', inside).effect, 'ask')
    assert.equal(decide('cat ../readme.md').effect, 'ask')
    assert.equal(decide('cat secret', { cwd: join(ground.workspace, 'links') }).effect, 'ask')
    assert.equal(decide('ls', { cwd: ground.base }).effect, 'ask')
  })
})

describe('a program that is named by its path', () => {
  it('is the one that is found from the workspace', async () => {
    const decide = await deciding(['./run.sh', '/opt/tool --check', 'cd'])
    assert.equal(decide('./run.sh').effect, 'allow')
    assert.equal(decide('/opt/tool --check').effect, 'allow')
    assert.equal(decide('/opt/tool').effect, 'ask')
    assert.equal(decide('cd src && ./run.sh').effect, 'ask')
    assert.equal(decide('./run.sh', { cwd: join(ground.workspace, 'src') }).effect, 'ask')
  })
})

describe('a line that two readers read differently', () => {
  it('asks', async () => {
    const decide = await deciding(['echo'])
    const { effect, reason } = decide(String.raw`echo \ x`)
    assert.equal(effect, 'ask')
    assert.match(reason, /read in two ways/)
  })
})

describe('a program that runs what it is fed', () => {
  it('is not granted by its name alone, nor with something to read', async () => {
    const decide = await deciding(['python3', 'python3 manage.py', 'bash', 'psql shop'])
    assert.equal(decide('python3').effect, 'ask')
    assert.equal(decide('bash').effect, 'ask')
    assert.equal(decide('python3 manage.py').effect, 'allow')
    assert.equal(decide('psql shop').effect, 'allow')
    assert.equal(decide('echo "drop table a" | psql shop').effect, 'ask')
    assert.equal(decide('psql shop < list.txt').effect, 'ask')
    assert.equal(decide('psql shop <<< "drop table a"').effect, 'ask')
    assert.equal(decide('psql shop', { fed: true }).effect, 'ask')
  })
})
