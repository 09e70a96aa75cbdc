/** `calls --follow`: calls of other processes as they begin and end. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Project, type Running } from './cli.ts'
import { makeCallsProject, ok, looked, onlyRequest, openProject } from './calls-project.ts'

interface Line {
  readonly id: string
  readonly status: string
}

let project: Project
before(async () => {
  project = await makeCallsProject()
  ok(await project.run(['call', 'get_weather', 'city=Before', '--id', 'before-1']))
})
after(() => project[Symbol.asyncDispose]())

const linesOf = ({ out }: { readonly out: string }): Line[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
const told = (running: Running, id: string): string[] =>
  linesOf({ out: running.out.slice(0, running.out.lastIndexOf('\n') + 1) })
    .filter((line) => line.id === id)
    .map(({ status }) => status)

describe('calls --follow', { concurrency: 1 }, () => {
  it('begins with the last calls, then tells of each as it begins and ends, until Ctrl-C', async () => {
    const follow = project.start(['calls', '--follow', '--wide'])
    await follow.says(/ok +[\d.]+ m?s +get_weather +before-1 {2}through cli {2}thread cli {2}city=Before/)
    const building = project.run(['call', 'build', 'until=go', '--id', 'build-1'])
    await follow.says(/running +build +build-1 /)
    await project.write('go', '')
    assert.equal((await building).code, 0)
    await follow.says(/ok +\S+ m?s +build +build-1 /)
    follow.child.kill('SIGINT')
    const { code, out } = await follow.ended
    assert.equal(code, 130)
    assert.equal(out.match(/before-1/g)?.length, 1)
    assert.equal(out.match(/build-1/g)?.length, 2)
  })

  it('gives one JSON object a line, and chooses like the list', async () => {
    const chosen = ['--tool', 'build', '--thread', 'json', '--json-output']
    const follow = project.start(['calls', '-f', ...chosen])
    ok(await project.run(['call', 'get_weather', 'city=Rome', '--thread', 'json']))
    ok(await project.run(['call', 'build', 'until=go', '--id', 'build-2', '--thread', 'json']))
    await follow.says(/"build-2".*"status":"ok"/)
    follow.child.kill('SIGINT')
    const lines = linesOf(await follow.ended)
    assert.ok(
      lines.every(({ id }) => id === 'build-2'),
      JSON.stringify(lines),
    )
    assert.equal(lines.filter(({ status }) => status === 'ok').length, 1)
  })

  it('tells of a call whose process was killed, and of one that runs after it was approved', async () => {
    const follow = project.start(['calls', '-f', '--limit', '100', '--json-output'])
    const doomed = project.start(['call', 'build', 'until=never', '--id', 'doomed-1'])
    await follow.says(/"doomed-1".*"status":"running"/)
    doomed.child.kill('SIGKILL')
    await follow.says(/"doomed-1".*"status":"unknown"/)
    const send = ['--approvals', 'pending', 'call', 'send_note', 'to=ann', 'text=hi', '--id', 'note-1']
    assert.equal((await project.run(send)).code, 3)
    await follow.says(/"note-1".*"status":"pending"/)
    ok(await project.run(['approvals', 'approve', await looked(project, await onlyRequest(project))]))
    ok(await project.run(send))
    await follow.says(/"note-1".*"status":"ok"/)
    follow.child.kill('SIGINT')
    await follow.ended
    assert.deepEqual(told(follow, 'doomed-1'), ['running', 'unknown'])
    assert.deepEqual(
      told(follow, 'note-1').filter((status) => status !== 'running'),
      ['pending', 'ok'],
    )
  })

  it('misses and repeats nothing of many calls by several processes', async () => {
    const follow = project.start(['calls', '-f', '--limit', '1000', '--thread', 'flood', '--json-output'])
    const yards = await Promise.all([openProject(project), openProject(project), openProject(project)])
    const ids: string[] = []
    for (let round = 0; round < 30; round++) {
      const batch = yards.flatMap((yard, index) =>
        Array.from({ length: 10 }, (_, number) => {
          const callId = `flood-${round}-${index}-${number}`
          ids.push(callId)
          return yard.call('get_weather', { city: 'Rome' }, { callId, threadId: 'flood' })
        }),
      )
      await Promise.all(batch)
    }
    await Promise.all(yards.map((yard) => yard.close()))
    while (linesOf({ out: follow.out.slice(0, follow.out.lastIndexOf('\n') + 1) }).length < ids.length)
      await new Promise((resolve) => {
        setTimeout(resolve, 50)
      })
    follow.child.kill('SIGINT')
    const seen = linesOf(await follow.ended).map(({ id }) => id)
    assert.deepEqual(seen.toSorted(), ids.toSorted())
  })

  it('refuses what makes no sense beside it', async () => {
    const { code, err } = await project.run(['calls', '--follow', '--before', '5'])
    assert.equal(code, 2)
    assert.match(err, /--before asks for older calls, and --follow for new ones/)
  })
})
