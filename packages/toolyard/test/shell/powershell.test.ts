/** Against a stand-in named `pwsh`: the real one is not needed to see how it is called. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createToolyard, textOf, type ToolResult } from 'toolyard'
import { makeFolder, processesWith, uniqueSleep } from './support.ts'

const standIn = `#!/bin/bash
if [ "$1 $2 $3" != "-NoProfile -NonInteractive -Command" ] || [ $# != 4 ]; then echo "called as: $*"; exit 99; fi
eval "$4"
`

describe('powershell', () => {
  it('hands the command to pwsh, without profile and without questions', async () => {
    await using made = await makeYard()
    assert.equal(textOf(await made.call({ command: 'pwd; echo "a  b" >&2' })), `${made.path}\na  b\n`)
    assert.match(textOf(await made.call({ command: 'exit 3' })), /\[exit code 3/)
    assert.equal(textOf(await made.call({ command: 'cat', stdin: 'read\n' })), 'read\n')
  })

  it('ends what takes too long, with everything it started', async () => {
    await using made = await makeYard()
    const seconds = uniqueSleep()
    const result = await made.call({ command: `setsid sleep ${seconds} & sleep ${seconds}`, timeout_ms: 300 })
    assert.equal(result.status, 'timeout')
    assert.deepEqual(processesWith(seconds), [])
  })

  it('goes on as a session', async () => {
    await using made = await makeYard()
    const result = await made.call({ command: 'echo on; sleep 50', yield_time_ms: 200 })
    assert.match(textOf(result), /\[still running .* as session "s1"/)
  })

  it('says how to get it where it is not installed', async () => {
    await using made = await makeYard({ installed: false })
    const result = await made.call({ command: 'Get-Date' })
    assert.equal(result.error?.code, 'unavailable')
    assert.match(textOf(result), /PowerShell is not installed.*\n.*https:\/\/aka\.ms\/powershell/)
  })
})

interface Made extends AsyncDisposable {
  readonly path: string
  call(input: object): Promise<ToolResult>
}

async function makeYard({ installed = true }: { readonly installed?: boolean } = {}): Promise<Made> {
  const folder = await makeFolder()
  const [bin, workspace] = [join(folder.path, 'bin'), join(folder.path, 'workspace')]
  await Promise.all([mkdir(bin), mkdir(workspace)])
  if (installed) await writeFile(join(bin, 'pwsh'), standIn, { mode: 0o755 })
  const yard = await createToolyard({
    builtins: ['shell'],
    workspace,
    policy: { mode: 'bypass' },
    environment: { PATH: `${bin}:/usr/bin:/bin` },
  })
  return {
    path: workspace,
    call: (input) => yard.call('powershell', input, { threadId: 't' }),
    async [Symbol.asyncDispose]() {
      await yard.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}
