/** `toolyard serve` and `toolyard doctor` as people start them: real processes in a real folder. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { json, Project, type Running } from '../cli/cli.ts'
import { named, projectFiles } from '../cli/project.ts'
import { until } from './support.ts'

interface Served {
  readonly running: Running
  readonly url: string
  readonly token: string
}

const environment = { TOOLYARD_TOKEN: 'a'.repeat(40) }

describe('toolyard serve', { concurrency: 4 }, () => {
  let project: Project
  const started: Running[] = []
  before(async () => {
    project = await Project.make(projectFiles)
  })
  after(async () => {
    // What a failed test has left.
    for (const { child } of started) child.kill('SIGKILL')
    await project[Symbol.asyncDispose]()
  })

  async function serve(
    flags: readonly string[] = [],
    env: Record<string, string> = {},
    folder = project,
  ): Promise<Served> {
    const running = folder.start([...named, 'serve', '--port', '0', ...flags], { env })
    started.push(running)
    running.child.stdin.end()
    await running.says(/http:\/\/\S+\n/)
    const [, url = '', token = ''] = /(http:\/\/[^/\s]+)(?:\/#token=(\S+))?/.exec(running.out) ?? []
    return { running, url, token }
  }

  async function stop({ running }: Served, signal: NodeJS.Signals = 'SIGTERM') {
    running.child.kill(signal)
    return running.ended
  }

  const ask = (served: Served, path: string, body?: unknown): Promise<Response> =>
    fetch(served.url + path, {
      headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })

  it('prints one link whose token signs in, kept for its owner alone and for the next start', async () => {
    const served = await serve()
    assert.match(
      served.running.out,
      /^\d+ tools, ready\. The console \(this link signs you in\):\n {2}http:\/\/127\.0\.0\.1:\d+\/#token=ty_[\w-]{43}\n$/,
    )
    assert.equal((await ask(served, '/api/info')).status, 200)
    const file = project.state('token')
    assert.equal(await readFile(file, 'utf8'), `${served.token}\n`)
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.equal((await stop(served)).code, 0)
    await chmod(file, 0o644)
    const again = await serve()
    assert.equal(again.token, served.token)
    assert.equal((await stat(file)).mode & 0o777, 0o600, 'others could read it')
    assert.equal((await stop(again, 'SIGINT')).code, 0)
  })

  it('runs tools, lets a person approve in the inbox, and logs requests without the token', async () => {
    const served = await serve()
    const result = (await (
      await ask(served, '/api/tools/echo/call', { input: { text: 'hi' } })
    ).json()) as object
    assert.deepEqual(Reflect.get(result, 'data'), { text: 'hi', mode: 'plain' })
    const paying = ask(served, '/api/tools/pay/call', { input: { amount: 3 } })
    const item = await until(async () => {
      const { items } = (await (await ask(served, '/api/approvals')).json()) as {
        items: { id: string; digest: string }[]
      }
      return items[0]
    }, 'the request')
    assert.equal(
      (await ask(served, `/api/approvals/${item.id}/approve`, { digest: item.digest })).status,
      200,
    )
    assert.match(await (await paying).text(), /PAID 3/)
    const { err } = await stop(served)
    const lines = err.trimEnd().split('\n')
    assert.ok(
      lines.every((line) => typeof (JSON.parse(line) as { status: number }).status === 'number'),
      err,
    )
    assert.ok(!err.includes(served.token))
  })

  it('serves a tool file as soon as it is saved, where changes are the person’s own', async () => {
    // It would trust what other tests change.
    await using own = await Project.make(projectFiles)
    const served = await serve(['--trust-changes'], {}, own)
    await own.write(
      'tools/late.ts',
      (projectFiles['tools/echo.ts'] ?? '').replace('Says again', 'Comes late and says again'),
    )
    const call = async (): Promise<number> => (await ask(served, '/api/tools/late/call', {})).status
    await until(async () => (await call()) === 200 || undefined, 'the tool')
    await stop(served)
  })

  it('serves a changed tool file once it is trusted, and until then the version before', async () => {
    // Other servers of this folder would see the change too.
    await using own = await Project.make(projectFiles)
    const served = await serve([], {}, own)
    const text = (projectFiles['tools/chatty.ts'] ?? '').replace('the answer', 'another answer')
    const answer = async (): Promise<string> => (await ask(served, '/api/tools/chatty/call', {})).text()
    assert.match(await answer(), /the answer/)
    await own.write('tools/chatty.ts', text)
    const problems = async (): Promise<string> => (await ask(served, '/api/info')).text()
    await until(
      async () => /chatty\.ts has changed since it was trusted/.test(await problems()) || undefined,
      'a word',
    )
    assert.match(await answer(), /the answer/)
    await own.run(['trust'])
    await until(async () => /another answer/.test(await answer()) || undefined, 'the new version')
    await stop(served)
  })

  it('waits for calls that run when it is told to end, and takes no more', async () => {
    const served = await serve()
    const call = ask(served, '/api/tools/climb/call', { input: { steps: 30 } })
    await until(
      async () => /calls_running 1\n/.test(await (await ask(served, '/metrics')).text()) || undefined,
      'the call',
    )
    served.running.child.kill('SIGTERM')
    assert.match(await (await call).text(), /"height":600/)
    assert.equal((await served.running.ended).code, 0)
    await assert.rejects(ask(served, '/healthz'))
  })

  it('lets a streamed call come to its end as well', async () => {
    const served = await serve()
    const response = await fetch(`${served.url}/api/tools/climb/call`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${served.token}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ input: { steps: 30 } }),
    })
    served.running.child.kill('SIGTERM')
    assert.match(await response.text(), /event: result\ndata: .*"status":"ok"/)
    assert.equal((await served.running.ended).code, 0)
  })

  it('ends streams at once, and calls that never end when its patience is over or at the second signal', async () => {
    const served = await serve()
    const events = await ask(served, '/api/events')
    const call = ask(served, '/api/tools/wait/call', {}).catch(() => undefined)
    await until(
      async () => /calls_running 1\n/.test(await (await ask(served, '/metrics')).text()) || undefined,
      'the call',
    )
    served.running.child.kill('SIGINT')
    await events.text()
    assert.equal(served.running.child.exitCode, null, 'it still waits for the call')
    served.running.child.kill('SIGINT')
    assert.equal((await served.running.ended).code, 130)
    await call
  })

  it('names who holds a port that is taken, and what to do', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => {
      other.listen(0, '127.0.0.1', resolve)
    })
    const { port } = other.address() as AddressInfo
    const { code, err } = await project.run([...named, 'serve', '--port', String(port)])
    other.close()
    assert.equal(code, 2)
    assert.match(
      err,
      new RegExp(`port ${port} of 127\\.0\\.0\\.1 is taken by .*\\(process ${process.pid}\\)`),
    )
    assert.match(err, new RegExp(`--port ${port + 1}, or --port 0`))
  })

  it('listens on other addresses only with a token that was set for it, which it does not print', async () => {
    const refused = await project.run([...named, 'serve', '--port', '0', '--host', '0.0.0.0'])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /no token was set for that[\s\S]*TOOLYARD_TOKEN/)
    const short = await project.run([...named, 'serve', '--port', '0'], { env: { TOOLYARD_TOKEN: 'secret' } })
    assert.match(short.err, /TOOLYARD_TOKEN has 6 characters; it must have at least 32/)
    const served = await serve(['--host', '0.0.0.0', '--allowed-host', 'tools.example.com'], environment)
    assert.ok(!served.running.out.includes(environment.TOOLYARD_TOKEN))
    const url = served.url.replace('0.0.0.0', '127.0.0.1')
    const get = (headers: Record<string, string>) =>
      fetch(`${url}/api/info`, {
        headers: { authorization: `Bearer ${environment.TOOLYARD_TOKEN}`, ...headers },
      })
    assert.equal((await get({})).status, 200)
    assert.equal((await get({ authorization: 'Bearer x' })).status, 401)
    await stop(served)
  })

  it('says where it is in JSON', async () => {
    const running = project.start([...named, '--json-output', 'serve', '--port', '0'])
    running.child.stdin.end()
    await running.says(/\}\n/)
    const told = json<{ url: string; port: number; link: string }>({ code: 0, out: running.out, err: '' })
    assert.match(told.link, new RegExp(`^${told.url}/#token=ty_`))
    await stop({ running, url: told.url, token: '' })
  })

  it('is not for tools to start', async () => {
    const { code, err } = await project.run([...named, 'serve', '--port', '0'], {
      env: { TOOLYARD_RUN: 'x' },
    })
    assert.equal(code, 2)
    assert.match(err, /for people to decide/)
  })

  it('makes another first token where the old one was taken back', async () => {
    await using own = await Project.make(projectFiles)
    const start = async (): Promise<Served> => {
      const running = own.start([...named, 'serve', '--port', '0'])
      running.child.stdin.end()
      await running.says(/#token=\S+\n/)
      const [, url = '', token = ''] = /(http:\/\/[^/\s]+)\/#token=(\S+)/.exec(running.out) ?? []
      return { running, url, token }
    }
    const first = await start()
    const { items } = (await (await ask(first, '/api/tokens')).json()) as { items: { id: string }[] }
    const gone = await fetch(`${first.url}/api/tokens/${items[0]?.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${first.token}` },
    })
    assert.equal(gone.status, 200)
    assert.equal((await ask(first, '/api/info')).status, 401)
    assert.ok(!existsSync(own.state('token')))
    await stop(first)
    const second = await start()
    assert.notEqual(second.token, first.token)
    assert.equal((await ask(second, '/api/info')).status, 200)
    await stop(second)
  })
})

describe('toolyard doctor', () => {
  interface Report {
    readonly ok: boolean
    readonly checks: {
      readonly name: string
      readonly state: string
      readonly text: string
      readonly remedy?: string
    }[]
  }

  it('finds everything in order in a project that is, and changes nothing', async () => {
    await using project = await Project.make(projectFiles)
    const { code, out } = await project.run([...named, 'doctor', '--port', '0'])
    assert.equal(code, 0, out)
    assert.match(out, /^✓ node +24\./m)
    assert.match(out, /^✓ configuration {2}toolyard\.config\.ts$/m)
    assert.match(out, /^✓ tools +\d+ tools$/m)
    assert.match(out, /^✓ ripgrep +ripgrep \d/m)
    assert.ok(!existsSync(project.state('toolyard.db')))
  })

  it('names what is wrong with the remedy, in JSON as well, and ends with 1', async () => {
    await using project = await Project.make({ ...projectFiles, 'tools/bad.ts': 'export default 5' })
    const untrusted = json<Report>(await project.run(['doctor', '--json-output']))
    const configuration = untrusted.checks.find(({ name }) => name === 'configuration')
    assert.deepEqual([untrusted.ok, configuration?.state], [false, 'wrong'])
    assert.match(configuration?.remedy ?? '', /toolyard trust/)
    await mkdir(project.state(''), { recursive: true, mode: 0o700 })
    await writeFile(project.state('toolyard.db'), 'this is no database, whatever its name says')
    const ran = await project.run([...named, 'doctor', '--json-output'])
    assert.equal(ran.code, 1)
    const { checks } = json<Report>(ran)
    const wrong = checks.filter(({ state }) => state === 'wrong').map(({ name }) => name)
    assert.deepEqual(wrong, ['tools', 'database'])
    assert.match(checks.find(({ name }) => name === 'tools')?.text ?? '', /bad\.ts is not loaded/)
    assert.ok(checks.filter(({ state }) => state === 'wrong').every(({ remedy }) => remedy))
  })
})
