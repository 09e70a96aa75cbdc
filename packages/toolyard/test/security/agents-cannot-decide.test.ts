/** What only people decide can't be decided by a command that a tool has started. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createToolyard, textOf } from 'toolyard'
import { Project } from '../cli/cli.ts'
import { named, projectFiles } from '../cli/project.ts'

const decisions: readonly (readonly string[])[] = [
  ['approvals', 'approve', 'apr_x'],
  ['approvals', 'reject', 'apr_x'],
  ['approvals', 'answer', 'que_x', 'yes'],
  ['grants', 'revoke', 'gr_x'],
  ['accept', 'echo'],
  ['unpin', 'echo'],
  ['enable', 'echo'],
  ['agent', 'create', 'a'],
  ['agent', 'update', 'a', '--tools=echo'],
  ['agent', 'rm', 'a'],
  ['trust', '.'],
]

describe('a command that a tool has started', () => {
  it('is refused what people decide', async () => {
    await using project = await Project.alone(projectFiles)
    for (const decision of decisions) {
      const { code, err } = await project.run([...named, ...decision], { env: { TOOLYARD_RUN: 'x' } })
      assert.notEqual(code, 0, decision.join(' '))
      assert.match(err, /for people to decide/, decision.join(' '))
    }
  })

  it('has no person at its terminal, whoever types there', async () => {
    await using project = await Project.alone(projectFiles)
    const running = project.startOnTerminal([...named, 'call', 'pay', 'amount=3'], {
      env: { TOOLYARD_RUN: 'x' },
    })
    running.type('y\ny\n')
    const { code, out } = await running.ended
    assert.equal(code, 3, out)
    assert.doesNotMatch(out, /Run it\?/)
  })

  it('carries the mark by which it is known', async () => {
    await using project = await Project.alone()
    await using yard = await createToolyard({
      builtins: ['shell'],
      workspace: project.path('work'),
      policy: { mode: 'bypass' },
    })
    assert.match(textOf(await yard.call('bash', { command: 'echo "mark: $TOOLYARD_RUN"' })), /mark: \S+/)
  })
})
