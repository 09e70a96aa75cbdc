/** Programs that do not keep to their side: each a clear error, no call that hangs, nothing left running. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { textOf } from 'toolyard'
import { processesWith, uniqueSleep } from '../shell/support.ts'
import { assertOk, bashEvents, faultOf, makePrograms, manifest, pythonEvents } from './support.ts'

const megabytes = (): number => process.memoryUsage().rss / 1_000_000

describe('a program that', () => {
  it('prints something else than JSON is told which line it was, with what it said on standard error', async () => {
    await using made = await makePrograms(
      bashEvents(
        'chatty',
        `echo '{"type":"chunk","data":1}'; echo 'loading …' >&2; sleep 0.1; echo 'Hello!'; sleep 100`,
      ),
    )
    const { code, message, hint } = faultOf(await made.call('chatty'))
    assert.equal(code, 'tool_failed')
    assert.match(
      message,
      /^"chatty" did not keep to the protocol of events: line 2 of its output is not JSON: Hello!\./,
    )
    assert.match(message, /Its standard error ended with:\nloading …$/)
    assert.match(hint, /one JSON object a line/)
  })

  for (const [what, line, says] of [
    ['a list', '[1]', /an event must be an object, not a list/],
    [
      'an unknown type',
      '{"type":"chunks","data":1}',
      /"chunks" is not a type of event.*Did you mean "chunk"\?/,
    ],
    ['no type', '{"data":1}', /undefined is not a type of event/],
    ['a chunk of nothing', '{"type":"chunk"}', /a chunk has no "data"/],
    ['an error without words', '{"type":"error"}', /an error has no "message"/],
    [
      'content that is none',
      '{"type":"result","content":"x"}',
      /"content" of a result must be a list of blocks/,
    ],
  ] as const) {
    it(`prints ${what} as an event is told what is wrong`, async () => {
      await using made = await makePrograms(bashEvents('odd', `echo '${line}'`))
      assert.match(faultOf(await made.call('odd')).message, says)
    })
  }

  it('prints what is not UTF-8 is told so', async () => {
    await using made = await makePrograms(
      bashEvents('latin', String.raw`printf '{"type":"result","data":"gr\xfcn"}\n'`),
    )
    assert.match(
      faultOf(await made.call('latin')).message,
      /line 1 of its output is not UTF-8: \{"type":"result","data":"grün"\}/,
    )
  })

  it('crashes in the middle shows its last words', async () => {
    await using made = await makePrograms(
      pythonEvents(
        'crash',
        'print(\'{"type":"chunk","data":"so far"}\', flush=True)\nraise ValueError("no such table")',
      ),
    )
    const { code, message } = faultOf(await made.call('crash'))
    assert.equal(code, 'tool_failed')
    assert.match(message, /^"crash" failed: it ended with exit code 1 before its result\./)
    assert.match(message, /ValueError: no such table$/)
  })

  it('is killed, or leaves half a line behind, has failed by how it ended', async () => {
    await using made = await makePrograms({
      ...bashEvents('killed', `printf '{"type":"res'; kill -9 $$`),
      ...bashEvents('half', `printf '{"type":"res'`),
    })
    assert.match(
      faultOf(await made.call('killed')).message,
      /(?:exit code 137|ended by SIGKILL) before its result/,
    )
    assert.match(faultOf(await made.call('half')).message, /line 1 of its output is not JSON: \{"type":"res/)
  })

  it('ends well without a result has failed', async () => {
    await using made = await makePrograms(bashEvents('silent', `cat > /dev/null; echo thinking >&2`))
    const { message, hint } = faultOf(await made.call('silent'))
    assert.match(message, /^"silent" ended without a result\.\nIts standard error ended with:\nthinking$/)
    assert.match(hint, /last line must be \{"type":"result"/)
  })

  it('never reads what it is given still answers', async () => {
    await using made = await makePrograms(
      bashEvents('deaf', `echo '{"type":"result","data":"ok"}'`, '[parameters]\ntext = "string"'),
    )
    assert.equal(textOf(assertOk(await made.call('deaf', { text: 'x'.repeat(900_000) }))), 'ok')
  })

  it('goes on after its result has answered, and is ended', async () => {
    const seconds = uniqueSleep()
    await using made = await makePrograms(
      bashEvents(
        'linger',
        `echo '{"type":"result","data":"done"}'; trap '' TERM; sleep ${seconds}; sleep ${seconds}`,
      ),
    )
    assert.equal(textOf(assertOk(await made.call('linger'))), 'done')
    assert.deepEqual(processesWith(seconds), [])
  })

  it('writes after its result has said nothing by it', async () => {
    await using made = await makePrograms(
      bashEvents(
        'more',
        `echo '{"type":"result","data":"first"}'; echo '{"type":"result","data":"second"}'; echo rubbish; yes | head -c 50000000`,
      ),
    )
    assert.equal(textOf(assertOk(await made.call('more'))), 'first')
  })

  it('is noisy on standard error disturbs nobody', async () => {
    await using made = await makePrograms(
      bashEvents('noisy', `yes noise | head -c 50000000 >&2; echo '{"type":"result","data":"ok"}'`),
    )
    assert.equal(textOf(assertOk(await made.call('noisy'))), 'ok')
  })

  it('answers with data without a bottom, or with keys of prototypes, harms nobody', async () => {
    await using made = await makePrograms({
      ...pythonEvents('deep', `print('{"type":"result","data":' + "[" * 100000 + "]" * 100000 + "}")`),
      ...bashEvents('keys', `echo '{"type":"result","data":{"__proto__":{"polluted":1},"constructor":2}}'`),
    })
    assert.match(textOf(assertOk(await made.call('deep'))), /too deep/)
    assertOk(await made.call('keys'))
    assert.equal('polluted' in {}, false)
  })

  it('can not be started is told why', async () => {
    await using made = await makePrograms({
      'lost.tool.toml': manifest('command = ["no-such-program-here"]'),
      ...bashEvents('shebang', ''),
    })
    await made.write('shebang.sh', '#!/no/such/interpreter\n')
    assert.match(
      faultOf(await made.call('lost')).message,
      /needs the program "no-such-program-here", which is not on the PATH/,
    )
    assert.match(faultOf(await made.call('shebang')).message, /shebang/)
  })

  it('starts too many processes is ended', async () => {
    await using made = await makePrograms(
      bashEvents('bomb', `for i in $(seq 100); do sleep 30 & done; wait`, 'timeout = "20s"'),
    )
    assert.match(faultOf(await made.call('bomb')).message, /64 are allowed/)
  })

  it('prints a line without end is stopped at a limit', async () => {
    await using made = await makePrograms(
      bashEvents('endless', `printf '{"type":"chunk","data":"'; exec yes -n x`),
    )
    await made.call('endless')
    await using flood = await makePrograms(bashEvents('endless', `exec tr '\\0' x < /dev/zero`))
    const before = megabytes()
    assert.match(
      faultOf(await flood.call('endless')).message,
      /line 1 of its output is longer than 16000000 bytes/,
    )
    assert.ok(megabytes() - before < 200, `${megabytes() - before} MB`)
  })
})

describe('a flood', () => {
  it('of chunks is held back by a slow reader', async () => {
    const script = [
      'import sys',
      'line = \'{"type":"chunk","data":"\' + "word " * 2000 + \'"}\\n\'',
      'for n in range(100_000):',
      '    sys.stdout.write(line)',
      '    sys.stdout.flush()',
      '    open("written", "w").write(str(n * len(line)))',
    ]
    await using made = await makePrograms(pythonEvents('flood', script.join('\n'), 'timeout = "100s"'))
    const written = async (): Promise<number> =>
      Number(await readFile(join(made.path, 'written'), 'utf8').catch(() => '0'))
    for await (const event of made.yard.stream('flood')) {
      if (event.type !== 'chunk') continue
      let before = -1
      for (let now = await written(); now !== before; now = await written()) {
        before = now
        await delay(300)
      }
      assert.ok(before < 5_000_000, `${before} bytes were written while nobody read`)
      break
    }
  })

  it('of a gigabyte is cut, and takes no more memory than its result', async () => {
    const line = `{"type":"chunk","data":"${'word '.repeat(2000)}"}`
    await using made = await makePrograms({
      ...bashEvents('events', `yes '${line}' | head -n 30000; echo '{"type":"result","data":"done"}'`),
      'zeros.tool.toml': manifest('mode = "plain"\ncommand = ["head", "-c", "1000000000", "/dev/zero"]'),
      'words.tool.toml': manifest(
        'mode = "plain"\ncommand = ["bash", "-c", "yes some words | head -c 1000000000"]',
      ),
    })
    const before = megabytes()
    let most = 0
    const look = setInterval(() => (most = Math.max(most, megabytes() - before)), 20)
    try {
      assert.ok(assertOk(await made.call('words')).handle)
      assert.match(textOf(assertOk(await made.call('zeros'))), /… 996,000,000 bytes left out …/)
      assert.equal(textOf(assertOk(await made.call('events'))), 'done')
    } finally {
      clearInterval(look)
    }
    assert.ok(most < 600, `${most} MB`)
  })
})
