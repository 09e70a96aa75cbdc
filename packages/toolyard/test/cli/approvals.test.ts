/** `approvals` and `grants`: what waits for a person, what exactly is asked, and what each answer does. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { json, type Project, type Ran } from './cli.ts'
import {
  makeCallsProject,
  ok,
  looked,
  onlyRequest,
  openProject,
  requests,
  sentNotes,
} from './calls-project.ts'

const me = `terminal:${userInfo().username}`

let project: Project
before(async () => {
  project = await makeCallsProject()
  await using yard = await openProject(project)
  await yard.syncTools()
  await yard.agents.create({ name: 'helper', toolIds: ['send_note', 'get_weather'] })
})
after(() => project[Symbol.asyncDispose]())

const send = (id: string, ...flags: string[]): Promise<Ran> =>
  project.run(['--approvals', 'pending', 'call', 'send_note', 'to=ann', `text=${id}`, '--id', id, ...flags])

/** A request that waits, and its id. */
async function asked(id: string, ...flags: string[]): Promise<string> {
  assert.equal((await send(id, ...flags)).code, 3)
  return onlyRequest(project)
}

describe('a call that needs a person where nobody is', { concurrency: 1 }, () => {
  it('answers pending, says how to go on, and runs under its id once somebody has approved', async () => {
    const pending = await send('p-1')
    assert.equal(pending.code, 3)
    const id = await onlyRequest(project)
    assert.match(pending.err, new RegExp(`waits for a person's approval \\(${id}\\); it has not run`))
    assert.match(pending.err, new RegExp(`toolyard approvals show ${id}\\. Then call again .* p-1`))
    const { out } = ok(await project.run(['approvals', 'approve', await looked(project, id)]))
    assert.match(out, new RegExp(`^approved ${id}: send_note runs now if its caller still waits,`))
    assert.match(out, /called again with the id p-1\./)
    assert.deepEqual(await sentNotes(project), [])
    assert.equal(ok(await send('p-1')).out, 'sent to ann\n')
    assert.equal(ok(await send('p-1')).out, 'sent to ann\n')
    assert.deepEqual(await sentNotes(project), ['ann: p-1'])
    const [used] = await requests(project, '--all')
    assert.deepEqual([used?.status, used?.by], ['used', me])
    assert.match(
      ok(await project.run(['calls', 'p-1'])).out,
      new RegExp(`^asked +${id} +${me} approved it`, 'm'),
    )
  })

  it('is told why it was rejected, also when it asks again', async () => {
    const id = await asked('p-2')
    const { out } = ok(await project.run(['approvals', 'reject', id, '--reason', 'not on a Friday']))
    assert.equal(out, `rejected ${id}: send_note does not run.\n`)
    for (let times = 0; times < 2; times++) {
      const { code, err } = await send('p-2')
      assert.equal(code, 3)
      assert.match(err, new RegExp(`rejected: ${me} rejected the call: not on a Friday`))
    }
    assert.ok(!(await sentNotes(project)).includes('ann: p-2'))
  })

  it('can be answered once: the second answer is refused', async () => {
    const id = await asked('p-3')
    ok(await project.run(['approvals', 'reject', id]))
    const { code, err } = await project.run(['approvals', 'approve', await looked(project, id)])
    assert.equal(code, 2)
    assert.match(err, new RegExp(`${id} is rejected already, by ${me}`))
  })

  it('is not approved for other arguments under the same id', async () => {
    const id = await asked('p-4')
    ok(await project.run(['approvals', 'approve', await looked(project, id)]))
    const toEve = ['call', 'send_note', 'to=eve', 'text=p-4', '--id', 'p-4']
    const other = await project.run(['--approvals', 'pending', ...toEve])
    assert.equal(other.code, 1)
    assert.match(other.err, /duplicate_call/)
    assert.ok((await sentNotes(project)).every((line) => !line.startsWith('eve')))
  })
})

describe('approvals', { concurrency: 1 }, () => {
  it('lists what waits, with its age, its end, the tool, the caller and the arguments', async () => {
    const id = await asked('l-1', '--thread', 'office')
    const { out } = ok(await project.run(['approvals', '--wide']))
    assert.match(out, /^request +asked +expires +tool +thread +what$/m)
    assert.match(
      out,
      new RegExp(`^${id} +(just now|\\S+ m?s ago) +in \\d min +send_note +office +text=l-1 to=ann$`, 'm'),
    )
    assert.match(out, new RegExp(`toolyard approvals show ${id}`))
    assert.equal((await requests(project, '--agent', 'helper')).length, 0)
    ok(await project.run(['approvals', 'reject', id]))
    assert.match(ok(await project.run(['approvals'])).out, /^Nothing waits for an answer\./)
    const all = ok(await project.run(['approvals', '--all', '--limit', '1', '--wide'])).out
    assert.match(all, new RegExp(`^${id} +rejected +.* +${me} +send_note`, 'm'))
  })

  it('shows what is asked, by whom, why, and the very rule that "always" would save', async () => {
    const id = await asked('s-1', '--thread', 'office', '--agent', 'helper')
    const { out } = ok(await project.run(['approvals', 'show', id]))
    assert.match(out, new RegExp(`^send_note {2}pending {2}${id}$`, 'm'))
    assert.match(out, /^by +terminal, agent helper, thread office, call s-1$/m)
    assert.match(out, /^asked because\n {2}│ a rule says ask \[send_note\]$/m)
    assert.match(out, / {2}│ send_note \{\n {2}│ {3}"text": "s-1",\n {2}│ {3}"to": "ann"\n {2}│ \}/)
    assert.match(out, /--for thread\s+… and allows send_note\(ann\) in thread office$/m)
    assert.match(out, /--for agent\s+… and allows send_note\(ann\) for agent helper$/m)
    assert.equal(ok(await project.run(['approvals', id])).out.includes('send_note(ann)'), true)
    const whole = json<{ text: string; isWhole: boolean; request: { id: string } }>(
      ok(await project.run(['approvals', 'show', id, '--json-output'])),
    )
    assert.equal(whole.request.id, id)
    assert.equal(whole.isWhole, true)
    assert.match(whole.text, /"to": "ann"/)
    ok(await project.run(['approvals', 'reject', id]))
  })

  it('shows an edit as lines that go and lines that come', async () => {
    const edit = async (...words: string[]): Promise<string> => {
      assert.equal((await project.run(['--approvals', 'pending', 'call', 'edit_file', ...words])).code, 3)
      const id = await onlyRequest(project)
      const { out } = ok(await project.run(['approvals', 'show', id]))
      ok(await project.run(['approvals', 'reject', id]))
      return out
    }
    await project.write('poem.txt', 'one\ntwo\nthree\n')
    const replaced = await edit('path=poem.txt', 'old_string=two', 'new_string=2\nand a half')
    assert.match(
      replaced,
      /poem\.txt\n {2}│ {3}one\n {2}│ - two\n {2}│ \+ 2\n {2}│ \+ and a half\n {2}│ {3}three\n/,
    )
    const several = await edit(
      'path=poem.txt',
      'edits:=[{"old_string":"one","new_string":"1"},{"old_string":"two","new_string":"2"}]',
    )
    assert.match(
      several,
      /poem\.txt, edit 1 of 2\n {2}│ - one\n {2}│ \+ 1\n {2}│ {3}two\n[^]*poem\.txt, edit 2 of 2\n {2}│ {3}one\n {2}│ - two\n {2}│ \+ 2\n/,
    )
    const whole = await edit('path=poem.txt', 'content=one\ntwo\nfour\n')
    assert.match(
      whole,
      /poem\.txt, against the file as it is now\n {2}│ {3}one\n {2}│ {3}two\n {2}│ - three\n {2}│ \+ four\n/,
    )
    assert.match(whole, /it can only be approved once/)
    const outside = await edit('path=../../../etc/hostname', 'content=mine')
    assert.match(outside, /\+ mine/)
    assert.doesNotMatch(outside, /^ {2}│ - /m)
    const hostile = await edit('path=poem.txt', 'old_string=two', 'new_string=\u001b[2J\u202eowt')
    assert.equal(stripVTControlCharacters(hostile), hostile)
    assert.match(hostile, /\+ ⟨U\+001B⟩\[2J⟨U\+202E⟩owt/)
  })

  it('says that secrets were taken out of what is shown, and keeps none', async () => {
    const secret = 'hunter2hunter2'
    const running = await project.run(
      ['--approvals', 'pending', 'call', 'send_note', 'to=ann', `text=the key is ${secret}`, '--id', 'sec-1'],
      { env: { NOTE_KEY: secret } },
    )
    assert.equal(running.code, 3)
    const id = await onlyRequest(project)
    const { out } = ok(await project.run(['approvals', 'show', id]))
    assert.doesNotMatch(out, new RegExp(secret))
    assert.match(out, /the key is ⟨secret NOTE_KEY, 14 characters⟩/)
    assert.match(out, /The values of secrets are not shown/)
    ok(await project.run(['approvals', 'reject', id]))
  })

  it('shows a request in which a number has the digits of a secret', async () => {
    const args = ['--approvals', 'pending', 'call', 'send_note', 'to=ann', 'text=hi', 'code=12345678']
    assert.equal((await project.run(args, { env: { NOTE_KEY: '12345678' } })).code, 3)
    const id = await onlyRequest(project)
    assert.match(ok(await project.run(['approvals', 'show', id])).out, /"to": "ann"/)
    ok(await project.run(['approvals', 'reject', id]))
  })

  for (const [what, args, says] of [
    ['a request that is not there', ['approve', 'apr_1'], /there is no request "apr_1" in the inbox/],
    ['a request of letters only', ['nothing'], /there is no request "nothing" in the inbox/],
    ['a scope that is none', ['approve', 'apr_1', '--for', 'threat'], /Did you mean "thread"\?/],
    [
      'a typo in a command',
      ['aprove', 'apr_1'],
      /unknown command 'approvals aprove'\. Did you mean "approve"\?/,
    ],
    [
      'an agent that answers',
      ['--agent', 'helper', 'approve', 'apr_1'],
      /agent "helper" can't answer: only people can/,
    ],
  ] as const) {
    it(`refuses ${what}`, async () => {
      const { code, err } = await project.run(['approvals', ...args])
      assert.equal(code, 2)
      assert.match(err, says)
    })
  }

  for (const command of [
    'approvals',
    'approvals show',
    'approvals approve',
    'approvals reject',
    'approvals answer',
    'grants',
    'grants revoke',
  ]) {
    it(`has help for ${command} with an example to copy`, async () => {
      const { out } = ok(await project.run([...command.split(' '), '--help']))
      assert.match(out, new RegExp(`^  toolyard ${command}`, 'm'))
    })
  }
})

describe('a grant', { concurrency: 1 }, () => {
  const grantIds = async (): Promise<string[]> =>
    json<{ grants: { id: string }[] }>(ok(await project.run(['grants', '--json-output']))).grants.map(
      ({ id }) => id,
    )

  it('for a thread lets what its rule says run there without a question, and nothing else', async () => {
    const id = await asked('g-1', '--thread', 'office')
    const { out } = ok(
      await project.run(['approvals', 'approve', await looked(project, id), '--for', 'thread']),
    )
    const [grant = ''] = await grantIds()
    assert.match(out, /^granted +send_note\(ann\) +in thread office, until it is revoked:$/m)
    assert.match(out, new RegExp(`toolyard grants revoke ${grant}`))
    ok(await send('g-2', '--thread', 'office'))
    assert.match(
      ok(await project.run(['calls', 'g-2'])).out,
      new RegExp(
        `^decided +allow \\[grant send_note\\(ann\\)\\]$[\\s\\S]*${me} granted it\\s+\\(${grant}\\)`,
        'm',
      ),
    )
    const explained = async (...more: string[]): Promise<string> =>
      (await project.run(['policy', 'explain', 'send_note', 'to=ann', 'text=x', ...more])).out
    assert.match(await explained('--thread', 'office'), /^allow .*\[grant send_note\(ann\)\]/)
    assert.match(await explained(), /^ask /)
    assert.match(await explained('--thread', 'office', '--principal', 'http:bob'), /^ask /)
    assert.equal((await send('g-3', '--thread', 'elsewhere')).code, 3)
    const toEve = ['call', 'send_note', 'to=eve', 'text=g', '--thread', 'office']
    assert.equal((await project.run(['--approvals', 'pending', ...toEve])).code, 3)
    const list = ok(await project.run(['grants', '--wide'])).out
    assert.match(list, new RegExp(`^${grant} +send_note\\(ann\\) +in thread office +${me} `, 'm'))
  })

  it('is asked about again within a second of its revocation, also by a process that stays', async () => {
    await using yard = await openProject(project)
    const principal = 'terminal'
    const call = async (callId: string): Promise<string> =>
      (await yard.call('send_note', { to: 'ann', text: callId }, { callId, threadId: 'office', principal }))
        .status
    assert.equal(await call('g-4'), 'ok')
    const [grant = ''] = await grantIds()
    assert.match(
      ok(await project.run(['grants', 'revoke', grant])).out,
      /^revoked send_note\(ann\) in thread office: it is asked about again\.$/m,
    )
    await new Promise((resolve) => {
      setTimeout(resolve, 1000)
    })
    assert.equal(await call('g-5'), 'pending')
    const again = await project.run(['grants', 'revoke', grant])
    assert.equal(again.code, 2)
    assert.match(again.err, /there is no grant/)
    assert.match(ok(await project.run(['grants', '--wide'])).out, /^Nothing is granted\./)
  })

  it('for an agent holds in every thread of it, and is void once the tool has changed', async () => {
    for (const { id } of await requests(project)) ok(await project.run(['approvals', 'reject', id]))
    const id = await asked('a-1', '--agent', 'helper', '--thread', 'one')
    ok(await project.run(['approvals', 'approve', await looked(project, id), '--for', 'agent']))
    ok(await send('a-2', '--agent', 'helper', '--thread', 'two'))
    assert.equal((await send('a-3', '--thread', 'two')).code, 3)
    const source = (await import('./calls-project.ts')).callsFiles['tools/send-note.ts'] ?? ''
    await project.write('tools/send-note.ts', source.replace('Sends a note.', 'Sends a note to anybody.'))
    ok(await project.run(['trust', '--yes']))
    assert.equal((await send('a-4', '--agent', 'helper', '--thread', 'two')).code, 3)
    assert.match(
      ok(await project.run(['grants', '--wide'])).out,
      /for agent helper .*void: the tool has changed/,
    )
    await project.write('tools/send-note.ts', source)
    ok(await project.run(['trust', '--yes']))
    ok(await send('a-5', '--agent', 'helper', '--thread', 'two'))
  })

  it('is not offered where no rule says just this, or nobody is there to hold it', async () => {
    for (const { id } of await requests(project)) ok(await project.run(['approvals', 'reject', id]))
    assert.equal((await project.run(['--approvals', 'pending', 'call', 'edit_file', 'path=a'])).code, 3)
    const confirmed = await onlyRequest(project)
    const always = await project.run([
      'approvals',
      'approve',
      await looked(project, confirmed),
      '--for',
      'thread',
    ])
    assert.equal(always.code, 2)
    assert.match(always.err, /can only be approved once/)
    ok(await project.run(['approvals', 'reject', confirmed]))
    const id = await asked('n-1')
    const nobody = await project.run(['approvals', 'approve', await looked(project, id), '--for', 'agent'])
    assert.match(nobody.err, /belongs to no agent/)
    assert.deepEqual(await requests(project), await requests(project, '--all', '--limit', '1'))
    ok(await project.run(['approvals', 'reject', id]))
  })
})
