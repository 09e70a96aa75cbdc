/** `bash`: runs a shell command in a process group of its own, in the sandbox if there is one. */
import { resolve } from 'node:path'
import { defineTool } from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { runShell } from './lib/run-shell.ts'
import { mostTimeoutMs, shellAliases, shellInput } from './lib/shell-input.ts'
import { shellOutput } from './lib/shell-output.ts'

export default defineTool({
  name: 'bash',
  description: [
    'Run a bash command and get what it prints (standard output and errors, in order) and how it ended.',
    'Each call starts in the workspace, or in workdir: cd and variables do not carry over to the next call.',
    'When the command ends, everything that it started is ended too; for servers and watchers use background: true, or yield_time_ms to look after a while, and go on with the process tool.',
    'There is no terminal: use flags that avoid questions, pagers and editors. Prefer the file and search tools for reading, editing and searching files.',
  ].join('\n'),
  category: 'shell',
  permission: 'external',
  effects: 'network',
  timeoutMs: mostTimeoutMs,
  tags: ['shell', 'process', 'sandbox'],
  aliases: shellAliases,
  inputSchema: shellInput,
  outputSchema: shellOutput,
  examples: [
    { title: 'Run a command', input: { command: 'echo hello' } },
    { title: 'Give it something to read', input: { command: 'sort', stdin: 'b\na\n' } },
    { title: 'Look again later', input: { command: 'sleep 1; echo done', yield_time_ms: 100 } },
  ],

  resources: ({ command, workdir, stdin }, { workspace }) => [
    {
      kind: 'command',
      id: command,
      access: 'write',
      shell: 'bash',
      cwd: resolve(workspace, workdir ?? '.'),
      ...(stdin !== undefined && { fed: true }),
    },
  ],

  async *execute(input, context) {
    const bash = await context.host.programs.find('bash', { own: true })
    if (bash === undefined)
      throw new ToolyardError('unavailable', 'bash is not installed on this machine, or not on its PATH', {
        hint: 'Install bash, or use another tool.',
      })
    return yield* runShell([bash, '--noprofile', '--norc', '-c', '--', input.command], input, context)
  },
})
