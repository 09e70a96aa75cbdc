/**
 * The answer of `lsp` as the model reads it: one line a result, `path:line:column` first.
 *
 * @module
 */
import type {
  LspFileChanges,
  DiagnosticResult,
  LeftOutResults,
  LspOutput,
  PlaceResult,
  SymbolResult,
} from './output.ts'

const mostFilesLeftOut = 20

export function renderOutput(output: LspOutput): string {
  const { notes, left_out, server } = output
  const lines = bodyOf(output)
  return [
    lines.length === 0 ? nothing(output) : headOf(output, lines.length),
    ...lines,
    ...(left_out ? [leftOutLine(left_out)] : []),
    ...notes.map((note) => `[${server ? `${server}: ` : ''}${note}]`),
  ].join('\n')
}

function bodyOf({ text, places, symbols, diagnostics, changed }: LspOutput): readonly string[] {
  if (text !== undefined) return text === '' ? [] : [text]
  return [
    ...(places ?? []).map(placeLine),
    ...(symbols ?? []).map(symbolLine),
    ...(diagnostics ?? []).map(diagnosticLine),
    ...(changed ?? []).map(changedLine),
  ]
}

function headOf({ action, about, changed, left_out }: LspOutput, count: number): string {
  if (changed) {
    const changes = changed.reduce((sum, file) => sum + file.changes, 0)
    return `Renamed ${about}: ${changes} ${changes === 1 ? 'change' : 'changes'} in ${changed.length} ${changed.length === 1 ? 'file' : 'files'}`
  }
  if (action === 'hover') return `hover of ${about}:`
  return `${action} of ${about}: ${count + (left_out?.count ?? 0)}`
}

function nothing({ action, about, elsewhere = [] }: LspOutput): string {
  if (action === 'diagnostics') return `No errors or warnings in ${about}.`
  const names = elsewhere.length > 0 ? ` On this line: ${elsewhere.join(', ')}.` : ''
  return `Nothing found: ${action} of ${about}.${names}`
}

function placeLine({ path, line, column, text, outside }: PlaceResult): string {
  const at = `${path}:${line}:${column}`
  if (text !== undefined) return `${at}: ${text}`
  return outside ? `${at} (outside the workspace)` : at
}

function symbolLine(symbol: SymbolResult): string {
  const { path, line, column, kind, name, outside } = symbol
  return `${path}:${line}:${column}: ${kind} ${name}${outside ? ' (outside the workspace)' : ''}`
}

/** As `lint` writes it. */
function diagnosticLine({ path, line, column, severity, rule, message }: DiagnosticResult): string {
  return [`${path}:${line}:${column}`, severity, rule, message.replaceAll(/\s*\n\s*/g, ' ')]
    .filter((part) => part !== '')
    .join(' ')
}

function changedLine({ path, changes, lines }: LspFileChanges): string {
  const shown = lines.slice(0, 20).join(', ')
  return `${path}: ${changes} ${changes === 1 ? 'change' : 'changes'}, line ${shown}${lines.length > 20 ? ', …' : ''}`
}

function leftOutLine({ count, files }: LeftOutResults): string {
  const shown = files.slice(0, mostFilesLeftOut).map((file) => `${file.path} (${file.count})`)
  const more = files.length - shown.length
  return `[${count} more left out: ${shown.join(', ')}${more > 0 ? ` and ${more} more files` : ''}]`
}
