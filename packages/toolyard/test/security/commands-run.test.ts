/** The corpus of commands through the real tool: what is allowed runs, what is not leaves nothing behind. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createToolyard, type ToolResult } from '../../src/index.ts'
import { json, Project } from '../cli/cli.ts'
import { Ground, rulesOf } from './commands-support.test.ts'

interface Corpus {
  readonly rules: readonly string[]
  readonly entries: readonly { id: string; kind: string; command: string; expect: string; reason: string }[]
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, '../corpora/commands.json'), 'utf8'),
) as Corpus
const cases = corpus.entries.filter(({ kind }) => kind === 'permission')

describe('commands of the corpus, called', () => {
  const ground = new Ground()
  let yard: Awaited<ReturnType<typeof createToolyard>>
  before(async () => {
    yard = await createToolyard({
      builtins: ['shell'],
      workspace: ground.workspace,
      policy: { allow: rulesOf(corpus.rules) },
    })
  })
  after(async () => {
    await yard.close()
    ground[Symbol.dispose]()
  })
  const call = (command: string): Promise<ToolResult> => yard.call('bash', { command })

  it('are refused where nobody can be asked, and leave nothing behind', async () => {
    for (const { id, command } of cases.filter(({ expect }) => expect === 'deny')) {
      const { status, error } = await call(command.startsWith('{a*') ? 'a'.repeat(200_000) : command)
      assert.equal(status, 'denied', `${id}: ${command}`)
      assert.equal(error?.code, 'denied')
      assert.ok(!existsSync(join(ground.workspace, 'pwned')), `${id}: ${command}`)
    }
  })

  it('run where rules cover them', async () => {
    for (const { id, command } of cases.filter(({ expect }) => expect === 'allow')) {
      const { status, error } = await call(command)
      assert.notEqual(status, 'denied', `${id}: ${command}: ${error?.message}`)
    }
  })
})

describe('toolyard policy explain bash', () => {
  let project: Project
  before(async () => {
    const policy = `{ allow: ['bash(git log)', 'bash(head)'], deny: [{ rule: 'bash(rm)', reason: 'files stay' }] }`
    project = await Project.make({
      'toolyard.config.ts': `export default { builtins: ['shell'], policy: ${policy} }`,
    })
  })
  after(() => project[Symbol.asyncDispose]())
  const explain = (command: string, ...flags: string[]) =>
    project.run([
      '--config',
      'toolyard.config.ts',
      ...flags,
      'policy',
      'explain',
      'bash',
      `command=${command}`,
    ])

  it('prints each command with the rule or the reason that judged it, and what may be saved', async () => {
    const { code, out } = await explain('git log | head -5 && npm test')
    assert.equal(code, 0)
    assert.match(out, /^ask {2}"npm test": no rule allows it/)
    assert.match(out, /^ {2}allow {2}git log +bash\(git log\) +all of its words are covered$/m)
    assert.match(out, /^ {2}allow {2}head -5 +bash\(head\) +all of its words are covered$/m)
    assert.match(out, /^ {2}ask {4}npm test +mode default +no rule allows it$/m)
    assert.match(out, /^to be asked no more, allow bash\(npm test\)$/m)
  })

  it('names the rule that denies a command inside another', async () => {
    const { code, out } = await explain('git log && sudo rm -rf /')
    assert.equal(code, 3)
    assert.match(out, /^deny {2}"rm -rf \/": files stay {2}\[bash\(rm\)\]$/m)
    assert.match(out, /^ {2}deny +rm -rf \/ +bash\(rm\) +files stay$/m)
  })

  it('prints a command of several lines and of hidden characters on one line', async () => {
    const { out } = await explain('git log\nls\u202e')
    assert.match(out, /⟨U\+202E⟩/)
    assert.doesNotMatch(out, /\u202e/)
  })

  it('answers one JSON document', async () => {
    const { commands, offer } = json<{ commands: object[]; offer: string }>(
      await explain('npm test', '--json-output'),
    )
    assert.equal(commands.length, 1)
    assert.equal(offer, 'bash(npm test)')
  })
})
