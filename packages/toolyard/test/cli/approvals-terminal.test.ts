/** The person at the terminal is asked at the same time as the inbox: the first answer counts. */
import assert from 'node:assert/strict'
import { userInfo } from 'node:os'
import { after, before, describe, it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { json, type Project, type Running } from './cli.ts'
import {
  callsFiles,
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
  project = await makeCallsProject({
    'hasty.config.ts': (callsFiles['toolyard.config.ts'] ?? '').replace(
      'toolFolders',
      'limits: { approvalMs: 1500 }, toolFolders',
    ),
  })
  await using yard = await openProject(project)
  await yard.syncTools()
  await yard.agents.create({ name: 'helper', toolIds: ['send_note'] })
})
after(() => project[Symbol.asyncDispose]())

const plain = (text: string): string => stripVTControlCharacters(text).replaceAll('\r', '')
const onTerminal = (...args: string[]): Running => project.startOnTerminal(args)
const send = (text: string, ...flags: string[]): Running =>
  onTerminal('call', 'send_note', 'to=ann', `text=${text}`, ...flags)

describe('a question whether a call may run', { concurrency: 1 }, () => {
  it('offers only yes and no where the command names no conversation and no agent', async () => {
    const running = send('t-1')
    await running.says(/Run it\? \[y\/N\] /)
    running.type('t\n')
    const { code, out } = await running.ended
    assert.equal(code, 3)
    assert.doesNotMatch(plain(out), /from now on/)
    assert.ok(!(await sentNotes(project)).includes('ann: t-1'))
  })

  it('offers to allow a rule for the conversation that is named, and asks no more there', async () => {
    const running = send('t-2', '--thread', 'office')
    await running.says(
      /t: yes, and allow send_note\(ann\) in thread office from now on\s+Run it\? \[y\/N\/t\] /,
    )
    running.type('t\n')
    assert.equal((await running.ended).code, 0)
    const next = await send('t-3', '--thread', 'office').ended
    assert.equal(next.code, 0)
    assert.doesNotMatch(plain(next.out), /Run it/)
    const { grants } = json<{ grants: { rule: string; threadId: string; by: string }[] }>(
      ok(await project.run(['grants', '--json-output'])),
    )
    assert.deepEqual(
      grants.map(({ rule, threadId, by }) => [rule, threadId, by]),
      [['send_note(ann)', 'office', me]],
    )
  })

  it('offers to allow a rule for the agent that is named', async () => {
    const running = send('t-4', '--agent', 'helper', '--thread', 'elsewhere')
    await running.says(
      /t: yes.*\s+a: yes, and allow send_note\(ann\) for agent helper.*\s+Run it\? \[y\/N\/t\/a\] /,
    )
    running.type('a\n')
    assert.equal((await running.ended).code, 0)
    const next = await send('t-5', '--agent', 'helper').ended
    assert.equal(next.code, 0)
    assert.doesNotMatch(plain(next.out), /Run it/)
  })

  it('ends where somebody approves elsewhere, with a note who did, and the call runs', async () => {
    const running = send('t-6')
    await running.says(/Run it\?/)
    ok(await project.run(['approvals', 'approve', await looked(project, await onlyRequest(project))]))
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), new RegExp(`${me} approved it elsewhere\\s+sent to ann`))
  })

  it('ends where somebody rejects elsewhere', async () => {
    const running = send('t-7')
    await running.says(/Run it\?/)
    ok(await project.run(['approvals', 'reject', await onlyRequest(project), '--reason', 'I saw it first']))
    const { code, out } = await running.ended
    assert.equal(code, 3)
    assert.match(plain(out), new RegExp(`${me} rejected it elsewhere[\\s\\S]*I saw it first`))
  })

  it('counts here where it is answered here first, and the inbox knows by whom', async () => {
    const running = send('t-8')
    await running.says(/Run it\?/)
    const id = await onlyRequest(project)
    running.type('y\n')
    assert.equal((await running.ended).code, 0)
    const late = await project.run(['approvals', 'reject', id])
    assert.match(late.err, new RegExp(`${id} is used already, by ${me}`))
  })

  it('is not answered by what was typed before it was asked', async () => {
    const running = send('t-11')
    running.typeNow('y\ny\ny\n')
    await running.says(/Run it\?/)
    running.type('n\n')
    assert.equal((await running.ended).code, 3)
    assert.ok(!(await sentNotes(project)).includes('ann: t-11'))
  })

  it('ends where nobody answers in time, before the call says so', async () => {
    const running = onTerminal('--config', 'hasty.config.ts', 'call', 'send_note', 'to=ann', 'text=t-10')
    await running.says(/Run it\?/)
    const { code, out } = await running.ended
    assert.equal(code, 3)
    assert.match(plain(out), /\n.*Run it\? \[y\/N\] .*\n+approval_expired: nobody answered/)
    assert.equal((await requests(project, '--all', '--limit', '1'))[0]?.status, 'expired')
  })

  it('is taken back on Ctrl-C, not answered with no', async () => {
    const running = send('t-9', '--id', 't-9')
    await running.says(/Run it\?/)
    running.type('\u0003')
    assert.equal((await running.ended).code, 130)
    assert.equal((await requests(project, '--all', '--limit', '1'))[0]?.status, 'cancelled')
    const again = send('t-9', '--id', 't-9')
    await again.says(/Run it\?/)
    again.type('y\n')
    assert.equal((await again.ended).code, 0)
  })
})

/** The question, for so many times. */
const asks = (times: number): RegExp => new RegExp(`(?:^ {2}Run it\\? \\[[^]*){${times}}`, 'm')

describe('what is shown before it is approved', { concurrency: 1 }, () => {
  it('is every character of it, whatever looks like a secret', async () => {
    const text =
      'building docs # -----BEGIN PRIVATE KEY-----\nid > pwned\n# -----END PRIVATE KEY-----\ncurl -u user:a$(id)'
    const running = send(text)
    await running.says(/Run it\?/)
    running.type('n\n')
    const out = plain((await running.ended).out)
    assert.match(out, /id > pwned/)
    assert.match(out, /user:a\$\(id\)/)
    assert.doesNotMatch(out, /redacted/)
  })

  it('has the words of the agent behind a bar, bounded, and our own line before the question', async () => {
    const drawn = `fine${'\n'.repeat(60)}? ls wants to run\n  Run it? [y/N] ${' '.repeat(300)}Run it? [y/N]`
    const running = onTerminal('call', 'send_note', 'to=ann', 'text=d-1', `explanation=${drawn}`)
    await running.says(/Run it\? \[y\/N\/v\] /)
    running.type('y\n')
    await running.says(/look at it first, with v[^]*Run it/)
    running.type('v\n')
    await running.says(/Enter: more|\(end/)
    running.type('q\n')
    await running.says(asks(3))
    running.type('n\n')
    const rows = plain((await running.ended).out).split('\n')
    const asked = rows.findIndex((row) => /^ {2}Run it\? \[y\/N\/v\]/.test(row))
    assert.match(rows[asked - 1] ?? '', /^ {2}Toolyard asks you\./)
    const words = rows.slice(0, asked)
    assert.ok(
      words.some((row) => /^ {2}│ … \d+ more lines?, \d+ characters? \(v shows everything\)$/.test(row)),
    )
    assert.ok(words.length < 30, 'sixty line ends take no sixty rows')
    assert.deepEqual(
      rows.filter(
        (row) => /ls wants to run|Run it\?/.test(row) && !/^ {2}│ |^ {2}Run it\? \[y\/N\/v\]/.test(row),
      ),
      [],
    )
  })

  it('is shown by "approvals approve ID" to its end before a yes counts', async () => {
    const text = `${'row\n'.repeat(2000)}; the last row`
    const pending = [
      '--approvals',
      'pending',
      'call',
      'send_note',
      'to=ann',
      `text=${text}`,
      '--id',
      'whole-1',
    ]
    assert.equal((await project.run(pending)).code, 3)
    const id = await onlyRequest(project)
    const left = onTerminal('approvals', 'approve', id)
    await left.says(/Enter: more/)
    left.type('q\n')
    assert.equal((await left.ended).code, 3)
    assert.equal(await onlyRequest(project), id)
    const running = onTerminal('approvals', 'approve', id)
    for (let page = 1; ; page++) {
      await running.says(new RegExp(`(?:Enter: more[^]*){${page}}|\\(end: `))
      if (running.out.includes('(end: ')) break
      running.type('\n')
    }
    await running.says(/Approve exactly this\? \[y\/N\] /)
    running.type('y\n')
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), /; the last row[^]*approved apr_/)
  })

  it('is not approved before all of it was seen, page by page', async () => {
    const running = send(`${'harmless '.repeat(3000)}; rm -rf src`)
    await running.says(/… \d+ more lines, \d+ characters \(v shows everything\)[^]*Run it\? \[y\/N\/v\] /)
    running.type('y\n')
    await running.says(/look at it first, with v[^]*Run it/)
    running.type('v\n')
    for (let page = 1; ; page++) {
      await running.says(new RegExp(`(?:Enter: more[^]*){${page}}|\\(end: `))
      if (running.out.includes('(end: ')) break
      running.type('\n')
    }
    await running.says(asks(3))
    running.type('y\n')
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out).replaceAll(/\s+│ /g, ''), /; rm -rf src/)
  })
})

describe('what was not shown to its end', { concurrency: 1 }, () => {
  it('is not approved, though somebody began to look at it', async () => {
    const running = send(`${'harmless '.repeat(3000)}; rm -rf src`)
    await running.says(/Run it\? \[y\/N\/v\] /)
    running.type('v\n')
    await running.says(/Enter: more/)
    running.type('q\n')
    await running.says(asks(2))
    running.type('y\n')
    await running.says(/look at it first, with v[^]*Run it/)
    running.type('n\n')
    assert.equal((await running.ended).code, 3)
  })
})

describe('a question of a tool', { concurrency: 1 }, () => {
  it('is asked again until the answer can be chosen', async () => {
    const running = onTerminal('call', 'survey', 'closed=yes')
    await running.says(
      /survey asks\s+│ Which city\?\s+1: Rome\s+2: Oslo\s+Toolyard asks you.*\s+Which one\? \[1-2\] /,
    )
    running.type('9\n')
    await running.says(/Write the number of one of them\./)
    running.type('2\n')
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), /you said Oslo/)
  })

  it('ends where somebody answers elsewhere, with a note who did', async () => {
    const running = onTerminal('call', 'survey')
    await running.says(/Your answer: /)
    ok(await project.run(['approvals', 'answer', await onlyRequest(project), 'Rome']))
    const { code, out } = await running.ended
    assert.equal(code, 0)
    assert.match(plain(out), new RegExp(`${me} answered it elsewhere\\s+you said Rome`))
  })
})
