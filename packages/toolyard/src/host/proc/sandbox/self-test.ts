/**
 * Whether the sandbox holds on this machine, found out by trying to break out of it.
 *
 * These must fail inside: writing outside the workspace, reading what is in a home folder, reaching a server on this machine,
 * seeing a process from outside, reading a sensitive file, writing git's settings, and, as uid 0, what the kernel shows as
 * files and what no other user may read. If one of them works, or the sandbox does not even start, it is not used.
 *
 * @module
 */
import { mkdir, readlink, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import type { ProgramOutcome, ProgramRequest } from '../program.ts'
import { createSandbox, type SandboxPlan } from './bubblewrap.ts'
import { rootFiles } from './root-files.ts'

const patienceMs = 10_000

/** Shows that the home folder inside is ours. */
const homeMark = '.toolyard-home'
const secretName = '.env'
/**
 * Tells what it could do; the last word is there only if the script came to its end. What the kernel shows as files is
 * asked for its rights, not written: `-w` is the kernel's own answer.
 */
const script = `
outside=$1 home=$2 port=$3 pids=$4 net=$5 shut=$6
{ echo x > "$outside/written"; } 2>/dev/null && echo "writes outside the workspace"
[ -d "$home" ] && { [ -e "$home/.ssh" ] || [ ! -e "$home/${homeMark}" ]; } && echo "reads the home folder"
{ exec 3<> "/dev/tcp/127.0.0.1/$port"; } 2>/dev/null && echo "reaches a server on this machine"
[ "$(readlink /proc/self/ns/net)" = "$net" ] && echo "shares the network of this machine"
[ "$(readlink /proc/self/ns/pid)" = "$pids" ] && echo "sees foreign processes"
{ read -r x < ./${secretName}; } 2>/dev/null && echo "reads sensitive files"
[ -w ./.git/config ] && echo "writes the settings of git"
[ -w /proc/sys/kernel/core_pattern ] && echo "changes how the machine handles crashes"
for file in /proc/[!0-9]* /proc/sys/*/* /sys/kernel/* /sys/module/*/parameters/*; do
  [ -f "$file" ] && [ -w "$file" ] && { echo "writes $file"; break; }
done
for file in $shut; do [ -r "$file" ] && { echo "reads $file"; break; }; done
{ echo x > ./inside; } 2>/dev/null || echo "cannot write the workspace"
echo finished
`

/** Answers why the sandbox can't be used; `undefined` if it can. */
export async function testSandbox(
  plan: SandboxPlan,
  {
    shell,
    run,
  }: { readonly shell: string; readonly run: (request: ProgramRequest) => Promise<ProgramOutcome> },
): Promise<string | undefined> {
  const room = join(plan.place, 'self-test')
  const [workspace, outside, home, tmp] = ['workspace', 'outside', 'home', 'tmp'].map((name) =>
    join(room, name),
  ) as [string, string, string, string]
  const [secret, settings] = [join(workspace, secretName), join(workspace, '.git/config')]
  const server = createServer((socket) => socket.destroy())
  try {
    for (const folder of [dirname(settings), outside, home, tmp]) await mkdir(folder, { recursive: true })
    await writeFile(join(home, homeMark), '')
    await writeFile(secret, 'SECRET=x\n')
    await writeFile(settings, '')
    const names = await Promise.all(['pid', 'net'].map((name) => readlink(`/proc/self/ns/${name}`)))
    const port = String(await listen(server))
    const shut = rootFiles().map(({ path }) => path)
    const tried = createSandbox({ ...plan, workspace, roots: [], protectedPaths: [] })
    const argv = tried({
      argv: [shell, '-c', script, 'self-test', outside, plan.home, port, ...names, shut.join(' ')],
      cwd: workspace,
      readable: [outside],
      survey: { secrets: [secret], settings: [settings], links: [], pointed: [] },
      home: { home, tmp, release() {} },
    })
    return judge(await run({ argv, cwd: workspace, sandbox: 'none', timeoutMs: patienceMs }))
  } finally {
    server.close()
    await rm(room, { recursive: true, force: true })
  }
}

function judge({ exitCode, stdout, stderr, timedOut, problem }: ProgramOutcome): string | undefined {
  const said = stdout.trim().split('\n')
  if (said.pop() !== 'finished') {
    const why =
      problem ?? (timedOut ? 'it took too long' : stderr.trim().slice(0, 300) || `exit code ${exitCode}`)
    return `bubblewrap does not work on this machine: ${why}`
  }
  return said.length === 0
    ? undefined
    : `the sandbox does not hold on this machine: a program in it ${said.join(', ')}`
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
    server.unref()
  })
}
