/**
 * What could not be loaded, as commands tell it beside their answer.
 *
 * @module
 */
import { visibleText } from '../../kernel/index.ts'
import type { ToolService } from '../../runtime/index.ts'
import { shellWord } from '../terminal/call-words.ts'
import { cut, firstSentence, inOneLine, widthOf } from '../terminal/layout.ts'
import { nearPath } from '../terminal/near-path.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Files that gave no tool, and why. Of a server that failed one line: what it said may be long. */
export function noteProblems(
  yard: {
    readonly problems: ToolService['problems']
    readonly servers: Pick<ToolService['servers'], 'access'>
  },
  { note, noteStyle, noteColumns }: Terminal,
): void {
  const failed = (yard.servers.access?.servers() ?? []).filter(({ state }) => state === 'failed')
  for (const { file, reason, hint } of yard.problems) {
    const server = failed.find(({ error }) => error === reason)?.name
    const told =
      server === undefined
        ? `${inOneLine(nearPath(file))}: ${inOneLine(reason)}${hint ? ` (${inOneLine(hint)})` : ''}`
        : serverLine(server, reason, noteColumns - 12)
    note(`${noteStyle('red', 'not loaded:')} ${told}`)
  }
}

function serverLine(server: string, reason: string, room: number): string {
  const name = visibleText(server)
  const more = ` (toolyard servers ${shellWord(name)})`
  const said = firstSentence(reason, 400).replace(`the MCP server "${name}" `, '').replace(/\.$/, '')
  return `${cut(`MCP server ${name}: ${said}`, Math.max(24, room - widthOf(more)))}${more}`
}
