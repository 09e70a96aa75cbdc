/** `toolyard doctor`: whether everything is there that Toolyard needs, and what to do if it is not. */
import { hintOf, messageOf, visibleText } from '../../../kernel/index.ts'
import type { CommandRun } from '../../command.ts'
import { table } from '../../terminal/table.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { checks } from './checks.ts'
import type { DoctorOptions } from './doctor.ts'
import type { Finding } from './finding.ts'

export const examine: CommandRun<DoctorOptions> = async (options, context) => {
  const { terminal, flags, signal } = context
  const findings: (Finding & { readonly name: string })[] = []
  for (const [name, check] of Object.entries(checks)) {
    signal.throwIfAborted()
    if (!flags.jsonOutput) terminal.progress(`Looking at ${name} …`)
    const finding = await check({ flags, port: options.port, context }).catch(failed)
    findings.push({ name, ...finding })
    if (!flags.jsonOutput) printFinding(name, finding, terminal)
  }
  const isWell = findings.every(({ state }) => state !== 'wrong')
  if (flags.jsonOutput) terminal.printJson({ ok: isWell, checks: findings })
  else
    terminal.print(
      isWell
        ? terminal.style('green', '\nEverything that is needed is there.')
        : terminal.style('red', '\nSee the remedies above.'),
    )
  return isWell ? 0 : 1
}

/** What a check throws is what is wrong. */
function failed(error: unknown): Finding {
  const hint = hintOf(error)
  return { state: 'wrong', text: messageOf(error), ...(hint !== undefined && { remedy: hint }) }
}

const marks = { well: '✓', less: '!', wrong: '✗' } as const
const colours = { well: 'green', less: 'yellow', wrong: 'red' } as const

/** As wide as the longest name, so that the texts stand below each other. */
const widest = Math.max(...Object.keys(checks).map((name) => name.length))

function printFinding(name: string, { state, text, remedy }: Finding, terminal: Terminal): void {
  const { print, style } = terminal
  const told = remedy === undefined ? text : `${text}\n${remedy}`
  const title = `${style(colours[state], marks[state])} ${style('bold', name.padEnd(widest))}`
  print(table([[title, visibleText(told)]], [{}, { least: 24, wraps: true }], terminal))
}
