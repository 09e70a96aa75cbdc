/** What the sandbox of a browser shows to what runs in it, tried by a program in the place of Chromium. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { makePlace } from '../../src/host/browser/browser-place.ts'
import { enclose } from '../../src/host/browser/enclose.ts'
import { BrowserProxy } from '../../src/host/browser/proxy.ts'
import { createNet } from '../../src/host/net/index.ts'

const script = `#!/bin/bash
files=$2 workspace=$3 home=$4 port=$5
tell() { echo "$*" >> "$files/told"; }
[ -e "$workspace" ] && tell "sees the workspace"
[ -e "$home" ] && [ -n "$(ls -A "$home" 2>/dev/null)" ] && tell "sees the home folder"
for path in /etc/passwd /etc/shadow /etc/hosts /var /root/.ssh /run /mnt /srv; do [ -e "$path" ] && tell "sees $path"; done
{ exec 3<> "/dev/tcp/127.0.0.1/$port"; } 2>/dev/null && tell "reaches a server of this machine"
{ exec 3<> "/dev/tcp/127.0.0.1/1080"; } 2>/dev/null || tell "does not reach the proxy"
for path in / /usr /etc /toolyard /proc/sys/kernel; do { echo x > "$path/written"; } 2>/dev/null && tell "writes $path"; done
for path in /proc/[!0-9]* /proc/sys/*/* /sys/kernel/* ; do [ -f "$path" ] && [ -w "$path" ] && tell "writes $path"; done
for pid in /proc/[0-9]*; do case "$(tr '\\0' ' ' < "$pid/cmdline" 2>/dev/null)" in *--test*|*npm*) tell "sees process $pid";; esac; done
[ "$(ls /sys/class/net 2>/dev/null | grep -v '^lo$')" ] && tell "has a network"
grep -v '^ *lo:' /proc/net/dev | grep -q ':' && tell "has a network device"
tell finished
`

for (const ownSandbox of [true, false])
  describe(`the sandbox of a browser, Chromium's own inside it ${ownSandbox ? 'on' : 'off'}`, () => {
    let folder = ''
    let told: readonly string[] = []

    before(async () => {
      folder = await mkdtemp(join(await realpath(tmpdir()), 'toolyard-enclosed-'))
      const program = join(folder, 'program')
      await writeFile(program, script)
      await chmod(program, 0o755)
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      const port = String((server.address() as AddressInfo).port)
      const place = await makePlace()
      const net = createNet()
      const proxy = new BrowserProxy({ net, allowed: async () => undefined })
      await proxy.listen(place.socket)
      const policy = join(place.folder, 'policy.json')
      await writeFile(policy, '{}')
      const [command = '', ...args] = enclose({
        bwrap: '/usr/bin/bwrap',
        argv: [program, place.files, import.meta.dirname, homedir(), port],
        place,
        profile: place.profile,
        policy,
        hidden: [],
        ownSandbox,
      })
      const env = { PATH: '/usr/bin:/bin' }
      const child = spawn(command, args, {
        env,
        detached: true,
        stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
      })
      await once(child, 'exit')
      told = (await readFile(join(place.files, 'told'), 'utf8')).trim().split('\n')
      await proxy.close()
      await place.remove()
      await net.close()
      server.close()
    })

    after(() => rm(folder, { recursive: true, force: true }))

    it('shows neither files of people nor processes, and no network but the way to our proxy', () => {
      assert.deepEqual(told, ['finished'])
    })
  })
