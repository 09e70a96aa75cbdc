/** `powershell`: runs a PowerShell command, with `pwsh` or, on Windows, `powershell.exe`. */
import { defineTool } from '../../define/index.ts'
import type { Programs } from '../../host/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { runShell } from './lib/run-shell.ts'
import { mostTimeoutMs, shellAliases, shellInput } from './lib/shell-input.ts'
import { shellOutput } from './lib/shell-output.ts'

export default defineTool({
  name: 'powershell',
  description: [
    'Run a PowerShell command and get what it prints and how it ended. Needs PowerShell on this machine.',
    'Each call starts in the workspace, or in workdir, without profile and without questions. Everything that the command started ends with it; for servers and watchers use background: true or yield_time_ms, and go on with the process tool.',
  ].join('\n'),
  category: 'shell',
  permission: 'external',
  effects: 'network',
  timeoutMs: mostTimeoutMs,
  tags: ['shell', 'process', 'powershell', 'sandbox'],
  aliases: shellAliases,
  inputSchema: shellInput,
  outputSchema: shellOutput,
  examples: [{ title: 'List files', input: { command: 'Get-ChildItem -Name' } }],

  resources: ({ command }) => [{ kind: 'command', id: command, access: 'write' }],

  async *execute(input, context) {
    const shell = await findShell(context.host.programs)
    return yield* runShell(
      [shell, '-NoProfile', '-NonInteractive', '-Command', input.command],
      input,
      context,
    )
  },
})

async function findShell(programs: Programs): Promise<string> {
  const found =
    (await programs.find('pwsh', { own: true })) ?? (await programs.find('powershell', { own: true }))
  if (found !== undefined) return found
  throw new ToolyardError(
    'unavailable',
    'PowerShell is not installed on this machine: there is no pwsh on its PATH',
    {
      hint: 'Get it from https://aka.ms/powershell and start Toolyard again, or use bash.',
    },
  )
}
