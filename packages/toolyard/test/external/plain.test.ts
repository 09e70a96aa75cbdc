import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import { processesWith, uniqueSleep, until } from '../shell/support.ts'
import { assertOk, faultOf, makePrograms, manifest } from './support.ts'

const plain = (command: readonly string[], more = ''): string =>
  manifest(`mode = "plain"\ncommand = ${JSON.stringify(command)}\n${more}`)

/** A program that shows its arguments, one a line. */
const show = '#!/bin/bash\nprintf "%s\\n" "$#" "$@"\n'

describe('a program that is called in plain', () => {
  it('gets every word of its template as one argument, and its output is the result', async () => {
    await using made = await makePrograms({
      'show.tool.toml': plain(
        ['./show.sh', '--', '{first}', '--second={second}', '{list...}'],
        '[parameters]\nfirst = "string"\nsecond = "string"\nlist = "string[]?"',
      ),
      'show.sh': show,
    })
    const hostile = '$(touch pwned) `touch pwned`; touch pwned\n"quotes" \'too\''
    const result = assertOk(await made.call('show', { first: '-n', second: hostile, list: ['a b', '*'] }))
    assert.equal(textOf(result), `5\n--\n-n\n--second=${hostile}\na b\n*\n`)
    assert.equal(textOf(assertOk(await made.call('show', { first: '', second: '' }))), '3\n--\n\n--second=\n')
  })

  it('refuses a value that would be an option', async () => {
    await using made = await makePrograms({
      'show.tool.toml': plain(['./show.sh', '{path}'], '[parameters]\npath = "string"'),
      'show.sh': show,
    })
    const { code, message } = faultOf(await made.call('show', { path: '--help' }))
    assert.equal(code, 'invalid_arguments')
    assert.match(message, /path: "--help" starts with "-"/)
  })

  it('streams its text as it comes', async () => {
    await using made = await makePrograms({
      'wait.tool.toml': plain(['./wait.sh']),
      'wait.sh': '#!/bin/bash\necho ready\nwhile [ ! -e go ]; do sleep 0.02; done\necho gone\n',
    })
    const chunks: unknown[] = []
    for await (const event of made.yard.stream('wait')) {
      if (event.type === 'chunk') chunks.push(event.data)
      if (chunks.join('') === 'ready\n') await writeFile(join(made.path, 'go'), '')
      if (event.type === 'result') assert.equal(textOf(event.result), 'ready\ngone\n')
    }
    assert.equal(chunks.join(''), 'ready\ngone\n')
  })

  it('reads one parameter from standard input', async () => {
    await using made = await makePrograms({
      'sort.tool.toml': plain(['sort'], 'stdin = "text"\n[parameters]\ntext = "string?"'),
    })
    assert.equal(textOf(assertOk(await made.call('sort', { text: 'b\na\n' }))), 'a\nb\n')
    assert.equal(textOf(assertOk(await made.call('sort'))), '')
  })

  it('fails by its exit code, with its last words', async () => {
    await using made = await makePrograms({
      'fail.tool.toml': plain(['bash', '-c', 'echo "so far"; echo "cannot open" >&2; exit 4']),
      'mute.tool.toml': plain(['bash', '-c', 'echo "bad line 7"; exit 1']),
      'found.tool.toml': plain(['bash', '-c', 'echo none; exit 1'], 'ok_exit_codes = [0, 1]'),
    })
    assert.match(
      faultOf(await made.call('fail')).message,
      /^"fail" failed: it ended with exit code 4\.\nIts standard error ended with:\ncannot open$/,
    )
    assert.match(
      faultOf(await made.call('mute')).message,
      /exit code 1\.\nIts output ended with:\nbad line 7$/,
    )
    assert.equal(textOf(assertOk(await made.call('found'))), 'none\n')
  })

  it('is data where the manifest promises it', async () => {
    const output = '[output]\ntype = "object"\nproperties.n.type = "integer"'
    await using made = await makePrograms({
      'json.tool.toml': plain(['printf', '{"n":7}'], output),
      'text.tool.toml': plain(['echo', 'seven'], output),
      'wrong.tool.toml': plain(['echo', '{"n":"seven"}'], output),
    })
    assert.deepEqual(assertOk(await made.call('json')).data, { n: 7 })
    assert.match(faultOf(await made.call('text')).message, /"text" did not print JSON/)
    const wrong = assertOk(await made.call('wrong'))
    assert.deepEqual(wrong.data, { n: 'seven' })
    assert.match(wrong.mismatch ?? '', /^n: /)
  })

  it('shows what can be read of output that is not UTF-8', async () => {
    await using made = await makePrograms({ 'latin.tool.toml': plain(['printf', String.raw`gr\374n\n`]) })
    assert.equal(textOf(assertOk(await made.call('latin'))), 'gr\ufffdn\n')
  })

  it('is ended with everything that it started when its time is over', async () => {
    const seconds = uniqueSleep()
    await using made = await makePrograms({
      'sleep.tool.toml': plain(['bash', '-c', `sleep ${seconds} & sleep ${seconds}`], 'timeout = 400'),
    })
    assert.equal((await made.call('sleep')).status, 'timeout')
    await until('it has ended', () => processesWith(seconds).length === 0)
  })
})
