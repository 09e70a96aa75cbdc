/** `toolyard doctor`: whether everything is there that Toolyard needs, and what to do where it is not. */
import { messageOf, ToolyardError, visibleText } from '../kernel/index.ts'
import type { CommandRun } from './command.ts'
import { checks } from './doctor-checks.ts'
import type { Finding } from './finding.ts'
import type { Terminal } from './terminal.ts'

export interface DoctorOptions {
  readonly port?: string
}

export const doctor: CommandRun<DoctorOptions> = async (options, { terminal, flags, signal }) => {
  const findings: (Finding & { readonly name: string })[] = []
  for (const [name, check] of Object.entries(checks)) {
    signal.throwIfAborted()
    if (!flags.jsonOutput) terminal.progress(`Looking at ${name} …`)
    const finding = await check({ flags, port: options.port }).catch(failed)
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
  const hint = ToolyardError.isInstance(error) ? error.hint : undefined
  return { state: 'wrong', text: messageOf(error), ...(hint !== undefined && { remedy: hint }) }
}

const marks = { well: '✓', less: '!', wrong: '✗' } as const
const colours = { well: 'green', less: 'yellow', wrong: 'red' } as const

function printFinding(name: string, { state, text, remedy }: Finding, { print, style }: Terminal): void {
  print(`${style(colours[state], marks[state])} ${style('bold', name)}  ${visibleText(text)}`)
  if (remedy !== undefined) print(`    ${visibleText(remedy)}`)
}
