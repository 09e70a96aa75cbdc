import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import { processesWith, uniqueSleep, until } from '../shell/support.ts'
import { assertOk, bashEvents, faultOf, makePrograms, pythonEvents } from './support.ts'

describe('a program that talks in events', () => {
  it('gets its arguments as JSON on standard input and answers with data', async () => {
    await using made = await makePrograms(
      pythonEvents(
        'add',
        'import json, sys\na = json.load(sys.stdin)\nprint(json.dumps({"type": "result", "data": {"sum": a["x"] + a["y"]}}))',
        '[parameters]\nx = "number"\ny = { type = "number", default = 1 }',
      ),
    )
    assert.deepEqual(made.yard.problems, [])
    assert.deepEqual(assertOk(await made.call('add', { x: 2, y: 3 })).data, { sum: 5 })
    assert.deepEqual(assertOk(await made.call('add', { x: 2 })).data, { sum: 3 })
    assert.equal(faultOf(await made.call('add', { x: 'two' })).code, 'invalid_arguments')
  })

  it('streams chunks and tells its progress as it goes', async () => {
    await using made = await makePrograms(
      bashEvents(
        'count',
        `echo '{"type":"progress","done":1,"total":2,"message":"half"}'
echo '{"type":"chunk","data":"one "}'
echo '{"type":"chunk","data":{"two":2}}'
echo '{"type":"result","data":"done"}'`,
      ),
    )
    const events = await made.events('count')
    const told = events.map((event) => {
      if (event.type === 'progress') return [event.type, event.done, event.total, event.message]
      if (event.type === 'chunk') return [event.type, event.data]
      return event.type === 'result' ? [event.type, textOf(event.result)] : [event.type]
    })
    assert.deepEqual(told, [
      ['started'],
      ['progress', 1, 2, 'half'],
      ['chunk', 'one '],
      ['chunk', { two: 2 }],
      ['result', 'done'],
    ])
    assert.equal(made.yard.registry.get('count')?.manifest.streaming, true)
  })

  it('shows each event when it comes, not at the end', async () => {
    await using made = await makePrograms(
      bashEvents(
        'wait',
        `echo '{"type":"chunk","data":"ready"}'
while [ ! -e go ]; do sleep 0.02; done
echo '{"type":"result"}'`,
      ),
    )
    for await (const event of made.yard.stream('wait'))
      if (event.type === 'chunk') await writeFile(join(made.path, 'go'), '')
      else if (event.type === 'result') assert.equal(textOf(event.result), 'ready')
  })

  it('may answer with blocks of content beside its data', async () => {
    await using made = await makePrograms(
      bashEvents(
        'picture',
        `echo '{"type":"result","data":{"size":1},"content":[{"type":"text","text":"A dot."},{"type":"image","data":"iVBORw0KGgo=","mimeType":"image/png"}]}'`,
      ),
    )
    const result = assertOk(await made.call('picture'))
    assert.deepEqual(result.data, { size: 1 })
    assert.deepEqual(
      result.content.map(({ type }) => type),
      ['text', 'image'],
    )
  })

  it('says itself why it failed, and whether a retry helps', async () => {
    await using made = await makePrograms(
      bashEvents(
        'busy',
        `echo '{"type":"error","message":"the printer is busy","hint":"Wait a minute.","retryable":true,"retryAfterMs":60000}'`,
      ),
    )
    const { error } = await made.call('busy')
    assert.deepEqual(error, {
      code: 'tool_failed',
      message: 'the printer is busy',
      hint: 'Wait a minute.',
      retryable: true,
      retryAfterMs: 60_000,
    })
  })

  it('takes lines as they come: cut anywhere, empty, or without an end', async () => {
    await using made = await makePrograms(
      bashEvents(
        'pieces',
        String.raw`printf '\n  \n{"type":"chu'; sleep 0.05; printf 'nk","data":"gr\xc3'; sleep 0.05; printf '\xbcn"}\r\n{"type":"result","data":"grün"}'`,
      ),
    )
    const events = await made.events('pieces')
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'chunk' ? [event.data] : [])),
      ['grün'],
    )
    assert.equal(textOf(assertOk(await made.call('pieces'))), 'grün')
  })

  it('has the workspace as its folder and finds the files beside it', async () => {
    await using made = await makePrograms({
      ...bashEvents(
        'where',
        String.raw`printf '{"type":"result","data":["%s","%s","%s"]}\n' "$PWD" "$(cat "$(dirname "$0")/note.txt")" "$TOOLYARD_TOOL:${'${'}TOOLYARD_CALL_ID:+call}"`,
      ),
      'note.txt': 'beside',
    })
    assert.deepEqual(assertOk(await made.call('where')).data, [made.path, 'beside', 'where:call'])
  })

  it('is held to its output schema', async () => {
    await using made = await makePrograms(
      bashEvents(
        'typed',
        `echo '{"type":"result","data":{"n":"x"}}'`,
        '[output]\ntype = "object"\nproperties.n.type = "integer"',
      ),
    )
    assert.match(assertOk(await made.call('typed')).mismatch ?? '', /^n: /)
  })

  it('is ended with everything that it started, whatever ends the call', async () => {
    const seconds = uniqueSleep()
    const staying = `(trap '' TERM; sleep ${seconds}) & echo '{"type":"chunk","data":"x"}'; sleep ${seconds}`
    await using made = await makePrograms({
      ...bashEvents('stay', staying, 'timeout = "10m"'),
      ...bashEvents('stay_short', staying, 'timeout = "1s"'),
    })
    const abort = new AbortController()
    const cancelled = made.yard.call('stay', {}, { signal: abort.signal })
    await until('it runs', () => processesWith(seconds).length > 0)
    abort.abort()
    assert.equal((await cancelled).status, 'cancelled')
    await until('it has ended', () => processesWith(seconds).length === 0)

    for await (const event of made.yard.stream('stay')) if (event.type === 'chunk') break
    await until('it has ended', () => processesWith(seconds).length === 0)

    const late = await made.call('stay_short')
    assert.deepEqual([late.status, late.error?.code], ['timeout', 'timeout'])
    await until('it has ended', () => processesWith(seconds).length === 0)
  })

  it('reads what it is given in full', async () => {
    await using made = await makePrograms(
      pythonEvents(
        'measure',
        'import json, sys\na = json.load(sys.stdin)\nprint(json.dumps({"type": "result", "data": len(a["text"])}))',
        '[parameters]\ntext = "string"',
      ),
    )
    assert.equal(assertOk(await made.call('measure', { text: 'ü'.repeat(400_000) })).data, 400_000)
  })

  it('may write into the workspace, and its own folder stays as it is', async () => {
    await using made = await makePrograms(
      bashEvents(
        'write',
        `echo 1 > made.txt; echo 2 > "$(dirname "$0")/write.sh" || true
echo '{"type":"result","data":"written"}'`,
        'permission = "write"\neffects = "local_state"',
      ),
    )
    assertOk(await made.call('write'))
    assert.equal(await readFile(join(made.path, 'made.txt'), 'utf8'), '1\n')
    assert.match(await readFile(join(made.path, 'programs/write.sh'), 'utf8'), /^#!\/bin\/bash/)
  })
})
