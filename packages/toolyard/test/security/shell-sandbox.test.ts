/**
 * What a program in the sandbox can't do, tried from the inside; and that nothing runs outside it unnoticed.
 */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ProgramOutcome, Programs } from '../../src/host/index.ts'
import { createPrograms } from '../../src/host/proc/programs.ts'
import { makeFolder, makePrograms } from '../shell/support.ts'

describe('a program in the sandbox', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>
  let [workspace, home, beside] = ['', '', '']
  let programs: Programs

  before(async () => {
    folder = await makeFolder()
    ;[workspace, home, beside] = ['workspace', 'home', 'beside'].map((name) => join(folder.path, name)) as [
      string,
      string,
      string,
    ]
    for (const path of [
      join(workspace, '.git/hooks'),
      join(workspace, '.vscode'),
      join(workspace, 'tools'),
      join(home, '.ssh'),
      join(beside, 'read'),
      join(beside, 'written'),
    ])
      await mkdir(path, { recursive: true })
    await writeFile(join(home, '.ssh', 'id_rsa'), 'PRIVATE')
    await writeFile(join(workspace, '.git/config'), '[core]\n')
    await writeFile(join(workspace, 'toolyard.config.ts'), 'export default {}\n')
    await writeFile(join(beside, 'read', 'file'), 'beside\n')
    programs = createPrograms({
      workspace,
      environment: { ...process.env, HOME: home, SECRET_TOKEN: 'very-secret' },
      sandbox: 'required',
      roots: [
        { path: join(beside, 'read'), access: 'read' },
        { path: join(beside, 'written'), access: 'read-write' },
      ],
      protectedPaths: ['tools'],
    })
  })
  after(async () => {
    await programs.close()
    await folder[Symbol.asyncDispose]()
  })

  const run = (command: string, more: object = {}): Promise<ProgramOutcome> =>
    programs.run({ argv: ['bash', '-c', command], cwd: workspace, ...more })
  const fails = async (command: string): Promise<void> => {
    const outcome = await run(command)
    assert.equal(outcome.problem, undefined)
    assert.notEqual(outcome.exitCode, 0, `${command}\n${outcome.stdout}${outcome.stderr}`)
  }

  it('is where it says it is', async () => {
    assert.deepEqual(await programs.sandbox(), { level: 'bwrap' })
    assert.equal((await run('pwd')).stdout, `${workspace}\n`)
  })

  it('writes to the workspace and to the roots that allow it, and nowhere else', async () => {
    assert.equal((await run(`echo in > file && mkdir -p a/b && echo x > ${beside}/written/x`)).exitCode, 0)
    assert.equal(await readFile(join(workspace, 'file'), 'utf8'), 'in\n')
    assert.ok(existsSync(join(beside, 'written/x')))
    assert.equal((await run(`cat ${beside}/read/file`)).stdout, 'beside\n')
    for (const path of [`${beside}/read/x`, '/etc/x', '/usr/x', '/var/x', '/x', '/opt/x', '/srv/x'])
      await fails(`echo x > ${path}`)
    await run(`echo x > ${beside}/x; echo x > ${folder.path}/x; rm -rf ${home}`)
    for (const path of [join(beside, 'x'), join(folder.path, 'x')]) assert.equal(existsSync(path), false)
    assert.ok(existsSync(join(home, '.ssh/id_rsa')))
  })

  it('has a home and a /tmp of its own, kept within a conversation and from all others', async () => {
    const conversation = 'one'
    assert.equal((await run('echo h > ~/mine; echo t > /tmp/mine', { conversation })).exitCode, 0)
    assert.equal((await run('cat ~/mine /tmp/mine', { conversation })).stdout, 'h\nt\n')
    for (const other of [{ conversation: 'two' }, {}, { conversation, readOnly: true }])
      assert.equal((await run('cat ~/mine /tmp/mine', other)).stdout, '')
    assert.equal(existsSync(join(home, 'mine')), false)
    assert.equal(existsSync('/tmp/mine'), false)
  })

  it('does not see the home folder, nor what leads out of the machine', async () => {
    await fails(`cat ${home}/.ssh/id_rsa`)
    await fails('cat ~/.ssh/id_rsa')
    for (const path of ['/run/docker.sock', '/var/run/docker.sock', '/run/dbus', '/run/user', '/run/systemd'])
      await fails(`test -e ${path}`)
    await symlink(join(home, '.ssh'), join(workspace, 'link'))
    await fails('cat link/id_rsa')
  })

  it('reaches no server, unless it is allowed to', async () => {
    const server = createServer((socket) => socket.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    try {
      await fails(`exec 3<>/dev/tcp/127.0.0.1/${port}`)
      await fails(`exec 3<>/dev/tcp/1.1.1.1/80`)
      const allowed = await run(`exec 3<>/dev/tcp/127.0.0.1/${port}; cat <&3`, { network: true })
      assert.equal(allowed.stdout, 'hello')
    } finally {
      server.close()
    }
  })

  it('sees and touches no foreign process', async () => {
    await fails(`kill -0 ${process.pid} && grep -q node /proc/${process.pid}/comm`)
    const seen = await run(`ls -d /proc/[0-9]* | wc -l`)
    assert.ok(Number(seen.stdout) < 8, seen.stdout)
    assert.doesNotMatch((await run('cat /proc/*/environ | tr "\\0" "\\n"')).stdout, /SECRET_TOKEN/)
  })

  it('does not change what would run outside later', async () => {
    for (const path of [
      '.git/hooks/pre-commit',
      '.git/config',
      '.vscode/tasks.json',
      'toolyard.config.ts',
      'tools/x.ts',
    ])
      await fails(`echo planted > ${path}`)
    await fails('rm -rf .git/hooks')
    await fails('mv toolyard.config.ts other.ts')
    await fails('mv .vscode elsewhere')
    assert.equal(await readFile(join(workspace, 'toolyard.config.ts'), 'utf8'), 'export default {}\n')
  })

  it('can not get more rights than it has', async () => {
    await fails('mount -t tmpfs none /mnt')
    await fails('mount -o remount,rw /')
    await fails(`umount ${home}`)
    await fails('echo 1 > /proc/sys/kernel/sysrq')
    await fails('chroot / true')
    await fails('mknod sda b 8 0')
    assert.match((await run('grep CapEff /proc/self/status')).stdout, /CapEff:\s+0{16}/)
  })

  it('does not see the folder that we keep pipes in', async () => {
    await fails(
      'find / -xdev -path /proc -prune -o -type p -print 2>/dev/null | grep -q .; find /tmp -type p | grep -q .',
    )
  })

  it('hides a home folder that is reached through a link', async () => {
    await using other = await makeFolder()
    await symlink(home, join(other.path, 'link'))
    await using made = await makePrograms({
      sandbox: 'required',
      environment: { ...process.env, HOME: join(other.path, 'link') },
    })
    const outcome = await made.programs.run({
      argv: ['bash', '-c', `cat ~/.ssh/id_rsa ${home}/.ssh/id_rsa; touch ~/ok && ls ~`],
      cwd: made.cwd,
    })
    assert.doesNotMatch(outcome.stdout, /PRIVATE/)
    assert.match(outcome.stdout, /ok/)
  })

  it('does not see our own folder, wherever temporary files are kept', async () => {
    const usual = process.env['TMPDIR']
    const kept = await mkdtemp('/var/tmp/toolyard-')
    process.env['TMPDIR'] = kept
    try {
      await using made = await makePrograms({ sandbox: 'required', workspace })
      const outcome = await made.programs.run({
        argv: ['bash', '-c', `ls ${kept} && find ${kept} -type p; echo x > file`],
        cwd: workspace,
      })
      assert.match(outcome.stdout, /^(toolyard-\S+\n)+$/)
      assert.equal(outcome.exitCode, 0)
    } finally {
      if (usual === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = usual
      await rm(kept, { recursive: true, force: true })
    }
  })

  it('runs programs that lie where nothing is seen, and shows no more for it', async () => {
    const program = join(home, 'program')
    await writeFile(program, `#!/bin/bash\necho ran; ls ${home}\n`, { mode: 0o755 })
    const outcome = await programs.run({ argv: [program], cwd: workspace })
    assert.match(outcome.stdout, /^ran\n/)
    assert.doesNotMatch((await run(`ls -A ${home}`)).stdout, /ssh/)
  })

  it('runs a program that is a link to one beside, and shows that file alone for it', async () => {
    const [bin, real] = [join(home, 'links'), join(home, 'packages')]
    await mkdir(bin)
    await mkdir(real)
    await writeFile(join(real, 'program'), '#!/bin/sh\necho hello; cat "$1"\n', { mode: 0o755 })
    await writeFile(join(real, 'secret'), 'PRIVATE')
    await symlink(join(real, 'program'), join(bin, 'linked'))
    const outcome = await programs.run({
      argv: [join(bin, 'linked'), join(real, 'secret')],
      cwd: workspace,
    })
    assert.equal(outcome.stdout, 'hello\n', outcome.stderr)
    assert.match(outcome.stderr, /No such file/)
  })

  it('works where the workspace is the home folder, whose keys stay hidden', async () => {
    await using made = await makePrograms({
      sandbox: 'required',
      workspace: home,
      environment: { ...process.env, HOME: home },
    })
    const outcome = await made.programs.run({
      argv: ['bash', '-c', 'echo x > written && cat .ssh/id_rsa'],
      cwd: home,
    })
    assert.equal(outcome.exitCode, 1)
    assert.match(outcome.stderr, /Permission denied/)
    assert.ok(existsSync(join(home, 'written')))
  })
})
