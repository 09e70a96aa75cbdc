/**
 * What is wrong with a file, in order of its lines.
 *
 * @module
 */
import { type Diagnostic, LineIndex } from './servers/index.ts'
import type { ServerOfFile } from './open-server.ts'
import type { DiagnosticResult, LeftOutResults } from './output.ts'

const mostDiagnostics = 200

interface Diagnostics {
  readonly diagnostics: readonly DiagnosticResult[]
  readonly left_out?: LeftOutResults
  readonly notes: readonly string[]
}

export async function diagnosticsIn({ server, shown }: ServerOfFile): Promise<Diagnostics> {
  const found = await server.diagnostics()
  const lines = new LineIndex(server.document.text)
  // Hints are for editors, which grey out what is unused.
  const worth = (found ?? []).filter((it): it is Diagnostic & HasSeverity => it.severity !== 'hint')
  const all = worth.map((diagnostic) => ({
    path: shown,
    ...lines.place(diagnostic.range.start),
    severity: diagnostic.severity,
    rule: ruleOf(diagnostic),
    message: diagnostic.message,
  }))
  const ordered = all.toSorted((left, right) => left.line - right.line || left.column - right.column)
  const count = ordered.length - mostDiagnostics
  const hints = (found?.length ?? 0) - worth.length
  return {
    diagnostics: ordered.slice(0, mostDiagnostics),
    ...(count > 0 && { left_out: { count, files: [{ path: shown, count }] } }),
    notes: [
      ...server.notes,
      ...(found
        ? []
        : [`${server.server} told nothing about this file in time: it may have errors all the same.`]),
      ...(hints > 0 ? [`${hints} ${hints === 1 ? 'hint' : 'hints'} not shown.`] : []),
    ],
  }
}

interface HasSeverity {
  readonly severity: DiagnosticResult['severity']
}

/** TypeScript's rules are numbers: `ts2345`. */
function ruleOf({ code, source }: Diagnostic): string {
  if (code === '') return source
  return /^\d+$/.test(code) ? `${source}${code}` : code
}
