import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { textOf, type ToolResult } from 'toolyard'
import { processesWith, uniqueSleep, until } from '../shell/support.ts'
import { assertOk, faultOf, makePrograms, type ProgramYard, pythonEvents } from './support.ts'

/** A server in Python: threads, so that calls run side by side; `who` tells one process from the next. */
const server = String.raw`
import json, os, sys, threading, time
lock = threading.Lock()
born = os.urandom(8).hex()
cancelled = set()
count = 0
def say(event):
    with lock:
        sys.stdout.write(json.dumps(event) + "\n")
        sys.stdout.flush()
def work(id, a):
    do = a["do"]
    if do == "who": say({"id": id, "type": "result", "data": born})
    elif do == "env": say({"id": id, "type": "result", "data": os.environ.get(a.get("text", ""), "")})
    elif do == "echo":
        say({"id": id, "type": "progress", "done": 1, "total": 2})
        say({"id": id, "type": "chunk", "data": a["text"]})
        time.sleep(a.get("seconds", 0))
        say({"id": id, "type": "result", "data": a["text"].upper()})
    elif do == "fail": say({"id": id, "type": "error", "message": "no such thing", "hint": "Ask for another."})
    elif do == "crash":
        print("out of ink", file=sys.stderr, flush=True)
        os._exit(3)
    elif do == "rubbish": print("Hello!", flush=True)
    elif do == "anonymous": say({"type": "result", "data": 1})
    elif do == "twice":
        say({"id": int(id), "type": "result", "data": "first"})
        say({"id": id, "type": "result", "data": "second"})
    elif do == "wait":
        say({"id": id, "type": "chunk", "data": "waiting"})
        while id not in cancelled: time.sleep(0.01)
        say({"id": id, "type": "error", "message": "cancelled"})
    elif do == "ignore":
        say({"id": id, "type": "chunk", "data": "waiting"})
        time.sleep(1000)
    elif do == "flood":
        while True: say({"id": id, "type": "chunk", "data": "word " * 2000})
for line in sys.stdin:
    m = json.loads(line)
    if m.get("cancel"): cancelled.add(m["id"])
    else: threading.Thread(target=work, args=(m["id"], m["arguments"]), daemon=True).start()
`

const facts = `mode = "server"
permission = "read"
effects = "none"
[env]
MARK = "\${MARK:-}"
[parameters]
do = "string"
text = "string?"
seconds = "number?"`

async function makeServer(
  more = '',
): Promise<ProgramYard & { do(what: string, input?: object): Promise<ToolResult> }> {
  const made = await makePrograms(pythonEvents('helper', server, `${more}\n${facts}`))
  assert.deepEqual(made.yard.problems, [])
  return { ...made, do: (what, input = {}) => made.call('helper', { do: what, ...input }) }
}

describe('a program that serves many calls', () => {
  it('is one process', async () => {
    await using made = await makeServer()
    const first = assertOk(await made.do('who')).data
    assert.match(String(first), /^\w{16}$/)
    assert.equal(assertOk(await made.do('who')).data, first)
  })

  it('serves calls that run at the same time, each with its own events', async () => {
    await using made = await makeServer()
    const slow = made.events('helper', { do: 'echo', text: 'slow', seconds: 0.5 })
    const quick = await Promise.all('a b c d e f g h'.split(' ').map((text) => made.do('echo', { text })))
    assert.deepEqual(
      quick.map((result) => textOf(assertOk(result))),
      'A B C D E F G H'.split(' '),
    )
    const events = await slow
    assert.deepEqual(
      events.map((event) => (event.type === 'chunk' ? event.data : event.type)),
      ['started', 'progress', 'slow', 'result'],
    )
  })

  it('starts once for first calls that come together', async () => {
    await using made = await makeServer()
    const all = await Promise.all([1, 2, 3, 4].map(async () => assertOk(await made.do('who')).data))
    assert.equal(new Set(all).size, 1)
  })

  it('says of a call that it failed, and goes on', async () => {
    await using made = await makeServer()
    const who = assertOk(await made.do('who')).data
    const { message, hint } = faultOf(await made.do('fail'))
    assert.deepEqual([message, hint], ['no such thing', 'Ask for another.'])
    assert.equal(textOf(assertOk(await made.do('twice'))), 'first')
    assert.equal(assertOk(await made.do('who')).data, who)
  })

  it('that crashes fails the calls it had, with its last words, and is started again by the next', async () => {
    await using made = await makeServer()
    const who = assertOk(await made.do('who')).data
    const waiting = made.do('echo', { text: 'x', seconds: 30 })
    const crashed = faultOf(await made.do('crash'))
    assert.match(
      crashed.message,
      /it ended with exit code 3 in the middle of the call\.\nIts standard error ended with:\nout of ink/,
    )
    assert.match(faultOf(await waiting).message, /exit code 3 in the middle/)
    assert.notEqual(assertOk(await made.do('who')).data, who)
  })

  it('that keeps crashing is given longer and longer rests, and said so', async () => {
    await using made = await makeServer()
    const faults: ToolResult[] = []
    for (let round = 0; round < 8 && faults.at(-1)?.error?.code !== 'unavailable'; round++)
      faults.push(await made.do('crash'))
    const { error } = faults.at(-1) ?? {}
    assert.equal(error?.code, 'unavailable')
    assert.match(
      error.message,
      /has failed \d times in a row and is given a rest\. Last: "helper" failed: it ended with exit code 3/,
    )
    assert.equal(error.retryable, true)
    assert.ok((error.retryAfterMs ?? 0) > 1000)
    await delay(error.retryAfterMs)
    assertOk(await made.do('who'))
    assert.equal(faultOf(await made.do('crash')).code, 'tool_failed')
    assertOk(await made.do('who'))
  })

  it('that does not keep to the protocol fails its calls and is started again', async () => {
    await using made = await makeServer()
    for (const [what, says] of [
      ['rubbish', /not keep to the protocol of events: line \d+ of its output is not JSON: Hello!/],
      ['anonymous', /an event has no "id"/],
    ] as const) {
      const waiting = made.do('echo', { text: 'x', seconds: 30 })
      assert.match(faultOf(await made.do(what)).message, says)
      assert.match(faultOf(await waiting).message, says)
      assertOk(await made.do('who'))
    }
  })

  it('is told of a call that is cancelled, and stays', async () => {
    await using made = await makeServer()
    const who = assertOk(await made.do('who')).data
    const abort = new AbortController()
    for await (const event of made.yard.stream('helper', { do: 'wait' }, { signal: abort.signal })) {
      if (event.type === 'chunk') abort.abort()
      if (event.type === 'result') assert.equal(event.result.status, 'cancelled')
    }
    for await (const event of made.yard.stream('helper', { do: 'wait' })) if (event.type === 'chunk') break
    await delay(3500)
    assert.equal(assertOk(await made.do('who')).data, who)
  })

  it('that does not let go of a cancelled call is replaced, after its other calls', async () => {
    await using made = await makeServer()
    const who = assertOk(await made.do('who')).data
    const other = made.do('echo', { text: 'other', seconds: 4.5 })
    for await (const event of made.yard.stream('helper', { do: 'ignore' })) if (event.type === 'chunk') break
    assert.equal(assertOk(await made.do('who')).data, who)
    await delay(3500)
    assert.notEqual(assertOk(await made.do('who')).data, who)
    assert.equal(textOf(assertOk(await other)), 'OTHER')
  })

  it('is ended when it has had nothing to do for a while', async () => {
    await using made = await makeServer('idle_ms = 200')
    const who = assertOk(await made.do('who')).data
    await delay(1500)
    assert.notEqual(assertOk(await made.do('who')).data, who)
  })

  it('is ended with Toolyard, also where it does not listen', async () => {
    const seconds = uniqueSleep()
    const stubborn = `import json, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
subprocess.Popen(["sleep", "${seconds}"])
id = json.loads(sys.stdin.readline())["id"]
print(json.dumps({"id": id, "type": "result", "data": 1}), flush=True)
time.sleep(1000)`
    {
      await using made = await makePrograms(pythonEvents('stubborn', stubborn, 'mode = "server"'))
      assertOk(await made.call('stubborn'))
      await until('it has started its own', () => processesWith(seconds).length > 0)
    }
    await until('all of it has ended', () => processesWith(seconds).length === 0)
  })

  it('that never reads what it is told runs into the time limit of its calls, and is replaced', async () => {
    const seconds = uniqueSleep()
    await using made = await makePrograms(
      pythonEvents(
        'deaf',
        `import subprocess\nsubprocess.run(["sleep", "${seconds}"])`,
        'mode = "server"\ntimeout = 300\n[parameters]\ntext = "string"',
      ),
    )
    assert.equal((await made.call('deaf', { text: 'x'.repeat(900_000) })).status, 'timeout')
    assert.equal((await made.call('deaf', { text: 'x'.repeat(900_000) })).status, 'timeout')
    await until('it has ended', () => processesWith(seconds).length === 0)
  })

  it('whose events nobody reads is stopped by them only for a while', async () => {
    await using made = await makeServer()
    const flood = made.yard.stream('helper', { do: 'flood' })[Symbol.asyncIterator]()
    for (let step = await flood.next(); !step.done && step.value.type !== 'chunk';) step = await flood.next()
    await delay(1000)
    assert.equal(textOf(assertOk(await made.do('echo', { text: 'hi' }))), 'HI')
    let result: ToolResult | undefined
    for (let step = await flood.next(); !step.done; step = await flood.next())
      if (step.value.type === 'result') result = step.value.result
    assert.ok(result)
    assert.match(faultOf(result).message, /^nobody took the events of "helper" for 5 s/)
  })

  it('is replaced when its program changes', async () => {
    await using made = await makePrograms(pythonEvents('helper', server, facts), { watch: true })
    const who = assertOk(await made.call('helper', { do: 'who' })).data
    const before = made.yard.registry.get('helper')?.manifest.fingerprint
    await made.write('helper.py', `#!/usr/bin/env python3\n${server}\n# changed\n`)
    await until('it is seen', () => made.yard.registry.get('helper')?.manifest.fingerprint !== before)
    assert.notEqual(assertOk(await made.call('helper', { do: 'who' })).data, who)
  })
})
