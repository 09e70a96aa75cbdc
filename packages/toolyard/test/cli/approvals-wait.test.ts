/** A call that waits in one process for a person in another: answered, killed, rejected, expired, given up. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { json, type Project, type Running } from './cli.ts'
import {
  callsFiles,
  makeCallsProject,
  ok,
  looked,
  onlyRequest,
  requests,
  sentNotes,
} from './calls-project.ts'

const me = `terminal:${userInfo().username}`

let project: Project
before(async () => {
  project = await makeCallsProject({
    'hasty.config.ts': (callsFiles['toolyard.config.ts'] ?? '').replace(
      'toolFolders',
      'limits: { approvalMs: 1500 }, toolFolders',
    ),
  })
  ok(await project.run(['sync']))
})
after(() => project[Symbol.asyncDispose]())

const send = (id: string, ...flags: string[]): string[] => [
  '--approvals',
  'wait',
  ...flags,
  'call',
  'send_note',
  'to=ann',
  `text=${id}`,
  '--id',
  id,
]

/** A process that waits, and the request that it waits for. */
async function waiting(args: readonly string[]): Promise<{ running: Running; id: string }> {
  const running = project.start(args)
  running.child.stdin.end()
  await running.says(/waiting: send_note needs a person's approval[\s\S]*approvals reject \S+\n/)
  const [, id = ''] = /toolyard approvals show (\S+)/.exec(running.err) ?? []
  return { running, id }
}

const sent = async (text: string): Promise<number> =>
  (await sentNotes(project)).filter((line) => line === `ann: ${text}`).length

describe('a call that waits for an answer from another process', { concurrency: 1 }, () => {
  it('says for what it waits and how to answer, and runs when it is approved', async () => {
    const { running, id } = await waiting(send('w-1'))
    assert.equal(await onlyRequest(project), id)
    assert.equal(await sent('w-1'), 0)
    ok(await project.run(['approvals', 'approve', await looked(project, id)]))
    const { code, out, err } = await running.ended
    assert.equal(code, 0, err)
    assert.equal(out, 'sent to ann\n', 'the note is on standard error')
    assert.match(
      err,
      new RegExp(`toolyard approvals show ${id}\\n.* how to approve it\\..* toolyard approvals reject ${id}`),
    )
    assert.equal(await sent('w-1'), 1)
  })

  it('runs exactly once where it was killed, approved, and called again under its id', async () => {
    const { running, id } = await waiting(send('w-2'))
    running.child.kill('SIGKILL')
    await running.ended
    assert.equal(await onlyRequest(project), id, 'the request outlives the process')
    ok(await project.run(['approvals', 'approve', await looked(project, id)]))
    assert.equal(await sent('w-2'), 0)
    assert.equal(ok(await project.run(send('w-2'))).out, 'sent to ann\n')
    assert.equal(ok(await project.run(send('w-2'))).out, 'sent to ann\n', 'the recorded answer')
    assert.equal(await sent('w-2'), 1)
    assert.deepEqual(await requests(project), [])
  })

  it('runs once where several processes wait for the same call', async () => {
    const first = await waiting(send('w-3'))
    const second = await waiting(send('w-3'))
    assert.equal(second.id, first.id)
    ok(await project.run(['approvals', 'approve', await looked(project, first.id)]))
    const codes = (await Promise.all([first.running.ended, second.running.ended])).map(({ code }) => code)
    assert.ok(codes.includes(0), String(codes))
    assert.equal(await sent('w-3'), 1)
    assert.equal(ok(await project.run(send('w-3'))).out, 'sent to ann\n')
    assert.equal(await sent('w-3'), 1)
  })

  it('ends with 3 and the reason where it is rejected', async () => {
    const { running, id } = await waiting(send('w-4', '--json-output'))
    ok(await project.run(['approvals', 'reject', id, '--reason', 'too late']))
    const ran = await running.ended
    assert.equal(ran.code, 3)
    const { error } = json<{ error: { code: string; message: string } }>(ran)
    assert.deepEqual(error.code, 'rejected')
    assert.equal(error.message, `${me} rejected the call: too late`)
    assert.equal(await sent('w-4'), 0)
  })

  it('ends with 3 where nobody answers in time, and can no longer be approved', async () => {
    const { running, id } = await waiting(['--config', 'hasty.config.ts', ...send('w-5')])
    const { code, err } = await running.ended
    assert.equal(code, 3)
    assert.match(err, /approval_expired: nobody answered the request to run "send_note" in time/)
    const late = await project.run(['approvals', 'approve', await looked(project, id)])
    assert.equal(late.code, 2)
    assert.match(late.err, new RegExp(`${id} is expired already`))
    assert.equal(await sent('w-5'), 0)
  })

  it('takes its request back on Ctrl-C', async () => {
    const { running, id } = await waiting(send('w-6'))
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
    const [latest] = await requests(project, '--all', '--limit', '1')
    assert.deepEqual([latest?.id, latest?.status], [id, 'cancelled'])
  })

  it('is granted to its thread with the same answer, so that the next one does not wait', async () => {
    const office = (id: string): string[] => [...send(id), '--thread', 'office']
    const { running, id } = await waiting(office('w-7'))
    ok(await project.run(['approvals', 'approve', await looked(project, id), '--for', 'thread']))
    assert.equal((await running.ended).code, 0)
    const { err } = ok(await project.run(office('w-8')))
    assert.equal(err, '')
    assert.deepEqual([await sent('w-7'), await sent('w-8')], [1, 1])
  })

  it('refuses a way of waiting that is none', async () => {
    const { code, err } = await project.run(['--approvals', 'wiat', 'call', 'send_note', 'to=a', 'text=b'])
    assert.equal(code, 2)
    assert.match(err, /approvals must be 'wait', 'pending' or 'deny'/)
  })
})

describe('a question of a tool', { concurrency: 1 }, () => {
  it('waits, is listed, takes only what can be chosen, and is answered from another process', async () => {
    const running = project.start(['--approvals', 'wait', 'call', 'survey', 'closed=yes', '--id', 'q-1'])
    await running.says(/waiting: survey asks a person, .*"Which city\?"[\s\S]*one of Rome, Oslo/)
    const id = await onlyRequest(project)
    assert.match(
      ok(await project.run(['approvals'])).out,
      new RegExp(`survey +"Which city\\?"\\n +${id}$`, 'm'),
    )
    assert.match(
      ok(await project.run(['approvals', id])).out,
      new RegExp(`answer ${id} TEXT\\s+one of: Rome, Oslo`),
    )
    const wrong = await project.run(['approvals', 'answer', id, 'Bern'])
    assert.equal(wrong.code, 2)
    assert.match(wrong.err, /"Bern" is not one of the choices[\s\S]*Rome, Oslo/)
    const approved = await project.run(['approvals', 'approve', id])
    assert.match(approved.err, /is a question, not an approval[\s\S]*Answer it\./)
    const { out } = ok(await project.run(['approvals', 'answer', id, 'Oslo']))
    assert.equal(out, `answered ${id}: survey goes on with "Oslo".\n`)
    const ran = await running.ended
    assert.equal(ran.code, 0)
    assert.equal(ran.out, 'you said Oslo\n')
    assert.match(
      ok(await project.run(['calls', 'q-1'])).out,
      new RegExp(`^asked +${id}: "Which city\\?"\\s+${me}\\s+answered\\s+"Oslo", after `, 'm'),
    )
  })

  it('is said to wait also where calls are not to', async () => {
    const running = project.start(['--approvals', 'pending', 'call', 'survey'])
    await running.says(/Answer it: {2}toolyard approvals answer que_/)
    ok(await project.run(['approvals', 'answer', await onlyRequest(project), 'Rome']))
    assert.equal((await running.ended).out, 'you said Rome\n')
  })
})
