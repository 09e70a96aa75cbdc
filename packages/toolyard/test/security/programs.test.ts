/** Programs are kept from the machine as commands of `bash` are, and agents from programs. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { textOf } from 'toolyard'
import { assertOk, bashEvents, faultOf, makePrograms, manifest } from '../external/support.ts'

/** A program that runs what it is told in a shell, and answers what that printed. */
const shell = (name: string, more = ''): Record<string, string> => ({
  [`${name}.tool.toml`]: manifest(
    `mode = "plain"\ncommand = ["bash", "-c", "eval \\"$1\\" 2>&1", "_", "{line}"]\nok_exit_codes = [0, 1, 2]\n${more}\n[parameters]\nline = "string"`,
  ),
})

describe('a program in the sandbox', () => {
  it('reaches neither the network, nor the home folder, nor anything to write outside the workspace', async () => {
    const server = createServer((socket) => socket.end('hello\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const outside = await mkdtemp(join(tmpdir(), 'toolyard-home-'))
    try {
      await mkdir(join(outside, '.ssh'))
      await writeFile(join(outside, '.ssh/id_rsa'), 'PRIVATE')
      await using made = await makePrograms(
        { ...shell('kept'), ...shell('online', 'network = true') },
        { environment: { PATH: process.env['PATH'], HOME: outside } },
      )
      const dial = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`
      assert.doesNotMatch(textOf(await made.call('kept', { line: dial })), /hello/)
      assert.match(textOf(assertOk(await made.call('online', { line: dial }))), /hello/)
      for (const line of ['touch /var/x', 'touch /etc/x', `cat ${outside}/.ssh/id_rsa`])
        assert.match(textOf(await made.call('kept', { line })), /No such file|Read-only|denied/, line)
      assert.doesNotMatch(textOf(await made.call('kept', { line: 'ps -e' })), /node/)
    } finally {
      server.close()
      await rm(outside, { recursive: true })
    }
  })

  it('changes nothing where its tool only reads, unless the manifest says so', async () => {
    const reads = 'permission = "read"\neffects = "none"'
    await using made = await makePrograms({
      ...shell('reader', reads),
      ...shell('cache', `${reads}\nread_only = false`),
      ...shell('writer', 'permission = "write"'),
    })
    assert.match(textOf(await made.call('reader', { line: 'touch a' })), /Read-only file system/)
    assert.equal(textOf(assertOk(await made.call('cache', { line: 'touch b' }))), '')
    assert.equal(textOf(assertOk(await made.call('writer', { line: 'touch c' }))), '')
  })

  it('has its files where they would be hidden: below the temporary folder', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'toolyard-elsewhere-'))
    try {
      await mkdir(join(elsewhere, 'programs'))
      await writeFile(join(elsewhere, 'programs/x.tool.toml'), manifest('command = ["bash", "x.sh"]'))
      await writeFile(join(elsewhere, 'programs/x.sh'), `echo '{"type":"result","data":"here"}'`)
      await using made = await makePrograms({ 'a.txt': '' }, { programs: [join(elsewhere, 'programs')] })
      assert.equal(textOf(assertOk(await made.call('x'))), 'here')
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  })
})

describe('the environment of a program', () => {
  const env = '[env]\nAPI_KEY = "${SOME_KEY}"\nGREETING = "hi ${SOME_NAME:-you}"'

  it('has what the manifest names and nothing else of ours, and secrets are not shown', async () => {
    const environment = {
      PATH: process.env['PATH'],
      HOME: homedir(),
      SOME_KEY: 'k3y-0f-the-house',
      OTHER_TOKEN: 'other',
    }
    await using made = await makePrograms(
      bashEvents(
        'show',
        `printf '{"type":"result","data":["%s","%s","%s","%s"]}\\n' "$API_KEY" "\${API_KEY:3}" "$GREETING" "$OTHER_TOKEN$SOME_KEY"`,
        env,
      ),
      { environment },
    )
    const { data } = assertOk(await made.call('show'))
    assert.doesNotMatch(JSON.stringify(data), /k3y-0f-the-house/)
    assert.deepEqual((data as string[]).slice(1), ['-0f-the-house', 'hi you', ''])
  })

  it('is told of where a secret is missing', async () => {
    await using made = await makePrograms(bashEvents('show', '', env), {
      environment: { PATH: process.env['PATH'] },
    })
    const { code, message, hint } = faultOf(await made.call('show'))
    assert.equal(code, 'unavailable')
    assert.match(message, /env\.API_KEY of tool "show": the environment variable SOME_KEY is not set/)
    assert.match(hint, /Set SOME_KEY/)
  })
})

describe('what runs as a program', () => {
  it('can not be written by tools, and so can not its manifest', async () => {
    await using made = await makePrograms(
      { ...bashEvents('x', `echo '{"type":"result"}'`), ...shell('sh', 'permission = "write"') },
      { builtins: ['files'] },
    )
    for (const path of ['programs/x.sh', 'programs/x.tool.toml', 'programs/new.tool.toml'])
      assert.equal(
        faultOf(await made.call('write_file', { path, content: '#!/bin/sh' })).code,
        'protected_path',
        path,
      )
    assert.match(textOf(await made.call('sh', { line: 'echo > programs/x.sh' })), /Read-only file system/)
    assert.match(await readFile(join(made.path, 'programs/x.sh'), 'utf8'), /result/)
  })

  it('is not taken from where agents can write', async () => {
    await using made = await makePrograms({ 'a.txt': '' })
    const own = join(made.path, 'own.sh')
    await writeFile(own, `#!/bin/sh\necho '{"type":"result"}'\n`, { mode: 0o755 })
    await made.write('x.tool.toml', manifest(`command = [${JSON.stringify(own)}]`))
    await made.write('y.tool.toml', manifest(`command = ["bash", ${JSON.stringify(own)}]`))
    await using again = await makePrograms(
      {},
      { workspace: made.path, programs: [join(made.path, 'programs')] },
    )
    for (const name of ['x', 'y']) {
      const { code, message } = faultOf(await again.call(name))
      assert.deepEqual([code, /own\.sh, which agents can write to/.test(message)], ['denied', true])
    }
  })

  it('asks about every call where there is no sandbox', async () => {
    const bin = await mkdtemp(join(tmpdir(), 'toolyard-bin-'))
    try {
      await using made = await makePrograms(bashEvents('x', `echo '{"type":"result","data":"ran"}'`), {
        policy: { allow: ['x'] },
        environment: { PATH: bin },
      })
      const result = await made.call('x')
      assert.equal(result.status, 'denied')
      assert.match(textOf(result), /the sandbox can't be had here/)
    } finally {
      await rm(bin, { recursive: true })
    }
  })

  it('obeys the rules that every tool obeys', async () => {
    await using made = await makePrograms(
      {
        ...bashEvents('reads', `echo '{"type":"result"}'`, 'permission = "read"\neffects = "none"'),
        ...bashEvents('sends', ''),
      },
      { policy: { mode: 'read-only' } },
    )
    assert.equal((await made.call('reads')).status, 'ok')
    assert.equal((await made.call('sends')).status, 'denied')
  })
})
