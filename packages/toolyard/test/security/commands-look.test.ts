/** Lines that seem only to look, and do more: none of them is judged to be a look. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ground, rulesOf } from './commands-support.test.ts'

interface Case {
  readonly id: string
  readonly command: string
  /** What it tries: to write, to read a secret, to run code, … */
  readonly tries: string
  /** Whether it came about without a sandbox. */
  readonly works: boolean | string
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../corpora/attacks/look.json'), 'utf8'),
) as {
  readonly files: Readonly<Record<string, string>>
  readonly links: Readonly<Record<string, string>>
  readonly cases: readonly Case[]
}

const ground = new Ground()
after(() => ground[Symbol.dispose]())

/** Each line's programs, granted as widely as a rule can grant them. */
const programs = [
  ...new Set(corpus.cases.flatMap(({ command }) => command.match(/[A-Za-z][\w.+-]*|\[|:|\./g) ?? [])),
]

/** They tell the name and the size of a secret file, as `ls -l` does, and nothing of what is in it. */
const sizes = new Set(['look-189', 'look-265', 'look-278', 'look-303'])

describe('the corpus of lines that seem only to look', () => {
  let policy: Awaited<ReturnType<Ground['policy']>>
  before(async () => {
    for (const [name, text] of Object.entries(corpus.files)) {
      mkdirSync(dirname(join(ground.workspace, name)), { recursive: true })
      writeFileSync(join(ground.workspace, name), text)
    }
    for (const [name, target] of Object.entries(corpus.links))
      symlinkSync(target, join(ground.workspace, name))
    writeFileSync(join(ground.workspace, 'big.txt'), 'line\n'.repeat(30_000))
    for (const name of ['run.sh', 'bin/ls', 'ls2', 'git']) chmodSync(join(ground.workspace, name), 0o755)
    policy = await ground.policy({ allow: rulesOf(programs) })
  })

  it('is there', () => {
    assert.ok(corpus.cases.length > 1000)
  })

  for (const { id, command, tries, works } of corpus.cases.filter(
    (each) => each.works !== false && !sizes.has(each.id),
  ))
    it(`${id} is no look, for it would ${tries} (${works}): ${JSON.stringify(command)}`, () => {
      const { effect, reach } = policy.decide(ground.subject(command))
      assert.ok(effect !== 'allow' || reach?.level !== 'look', JSON.stringify({ effect, reach }))
    })
})

describe('options that a program reads otherwise than most', () => {
  let policy: Awaited<ReturnType<Ground['policy']>>
  before(async () => {
    policy = await ground.policy({
      allow: rulesOf(['tree', 'xxd', 'od', 'strings', 'jq', 'printf', 'sort', 'ls', 'git']),
    })
  })

  for (const command of [
    'tree -Po x readme.md',
    'tree -L2 src',
    'xxd -al 5 readme.md',
    'xxd -- readme.md',
    'od -c -w 16 config/.env',
    'od -w config/.env',
    'strings @list.txt',
    'strings -t @list.txt readme.md',
    "jq -n '$ ENV'",
    "jq -n '$#x\nENV'",
    "jq -n '$__prog_args'",
    'printf %n HOME; git status',
    'printf %ln PATH; git status',
    "printf '%5n' PATH",
    'printf -v PATH .',
  ])
    it(`asks about ${JSON.stringify(command)}`, () => {
      assert.equal(policy.decide(ground.subject(command)).effect, 'ask')
    })

  for (const command of [
    'tree -L 2 -I node_modules src',
    'xxd -l 16 -c 8 readme.md',
    'xxd -l16 readme.md',
    'od -c -w16 readme.md',
    'od -An -tx1 readme.md',
    'strings -n 8 readme.md',
    "jq '.scripts | keys' package.json",
    "printf '%s\\n' a b",
    'sort --sort=numeric readme.md',
    'ls --sort=size --time-style=long-iso',
  ])
    it(`does not ask about ${JSON.stringify(command)}`, () => {
      const { effect, reach, reason } = policy.decide(ground.subject(command))
      assert.deepEqual([effect, reach?.level], ['allow', 'look'], reason)
    })
})
