/** A deny rule on commands against a corpus of ways around it, and against honest lines that it must leave alone. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { Ground } from './commands-support.test.ts'

interface Case {
  readonly id: string
  readonly deny: string
  readonly command: string
  /** Bash really ran what the rule forbids. */
  readonly runs: boolean
  readonly honest?: boolean
  /** A program that the line names does it inside. */
  readonly inside?: boolean
  readonly files?: Readonly<Record<string, string>>
}

const { workspace, cases } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../corpora/attacks/deny.json'), 'utf8'),
) as { readonly workspace: Readonly<Record<string, string>>; readonly cases: readonly Case[] }

/** They run a script of the workspace by its name, which does it inside. */
const scripts = new Set(['deny-403'])

const ground = new Ground()
after(() => ground[Symbol.dispose]())

function place(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(ground.workspace, name)), { recursive: true })
    writeFileSync(join(ground.workspace, name), text)
  }
}

async function decide({ deny, command, files }: Case, mode: 'bypass' | 'default') {
  if (files) place(files)
  const policy = await ground.policy({ deny: [deny], mode, ...(mode === 'default' && { allow: ['bash'] }) })
  return policy.decide(ground.subject(command))
}

describe('the corpus of ways around a deny rule', () => {
  before(() => place(workspace))

  it('is there, with honest lines', () => {
    assert.ok(cases.filter(({ runs }) => runs).length > 900)
    assert.ok(cases.filter(({ honest }) => honest).length > 100)
  })

  for (const entry of cases.filter(({ id, runs, inside }) => runs && !inside && !scripts.has(id)))
    it(`${entry.id} is denied in bypass, and asks or is denied elsewhere: ${JSON.stringify(entry.command)}`, async () => {
      const decision = await decide(entry, 'bypass')
      assert.equal(decision.effect, 'deny', JSON.stringify(decision))
      assert.equal(decision.rule, entry.deny)
      assert.notEqual((await decide(entry, 'default')).effect, 'allow')
    })

  for (const entry of cases.filter(({ honest }) => honest))
    it(`${entry.id} runs under ${entry.deny}: ${JSON.stringify(entry.command)}`, async () => {
      const decision = await decide(entry, 'bypass')
      assert.equal(decision.effect, 'allow', JSON.stringify(decision))
      assert.equal((await decide(entry, 'default')).effect, 'allow')
    })
})
