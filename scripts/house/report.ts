/** The figures of `npm run house` as text. */
import type { LineCount } from './sources.ts'
import type { TypeCounts } from './types.ts'
import type { Walk } from './walks.ts'

export interface House extends TypeCounts {
  /** Files by the capability that touches them. */
  readonly touched: Readonly<Record<string, readonly string[]>>
  readonly warmFiles: number
  readonly httpFiles: number
  readonly coreFiles: number
  readonly lines: readonly LineCount[]
  readonly cycles: readonly (readonly string[])[]
  /** Seconds by part; undefined if nothing was measured. */
  readonly testCpu: Readonly<Record<string, number>> | undefined
}

export function jsonOf(house: House): string {
  return JSON.stringify(house, undefined, 2)
}

/** Markdown: the table, and below it what its figures are made of. */
export function tableOf(house: House): string {
  const { members, touched, lines } = house
  const rows = [
    [`members: ${Object.keys(members).join(' / ')}`, Object.values(members).map(memberText).join(' / ')],
    ...Object.entries(touched).map(([name, files]) => [
      `files outside its folder that a capability touches (${name})`,
      String(files.length),
    ]),
    ['files that run for a warm in-process call', String(house.warmFiles)],
    ['files that run for a call over HTTP with an approval', String(house.httpFiles)],
    ['files of the core to read', String(house.coreFiles)],
    ['source lines (files)', sizeText(lines)],
    ['cycles, dynamic imports included', String(house.cycles.length)],
    ['`npm test`, CPU', cpuText(house.testCpu)],
    ['public names of `toolyard`', String(house.entries['toolyard'] ?? 0)],
  ]
  return [
    markdown(['measure', 'now'], rows),
    markdown(
      ['folder', 'files', 'lines'],
      lines.map(({ folder, files, lines: count }) => [`\`${folder}\``, String(files), grouped(count)]),
    ),
    markdown(
      ['entry', 'public names'],
      Object.entries(house.entries).map(([name, count]) => [`\`${name}\``, String(count)]),
    ),
    ...Object.entries(touched).map(([name, files]) => listOf(`Touched by ${name}`, files)),
    ...(house.cycles.length > 0
      ? [
          listOf(
            'Cycles',
            house.cycles.map((circle) => circle.join(' → ')),
          ),
        ]
      : []),
  ].join('\n\n')
}

/** For ARCHITECTURE.md: one numbered line a run of files in the same folder. */
export function walkText(walks: Readonly<Record<string, Walk>>): string {
  return Object.values(walks)
    .map(({ title, files }) => {
      const steps: { folder: string; names: string[] }[] = []
      for (const file of files) {
        const folder = file.slice(0, file.lastIndexOf('/') + 1)
        const last = steps.at(-1)
        const name = file.slice(folder.length)
        if (last?.folder === folder) last.names.push(name)
        else steps.push({ folder, names: [name] })
      }
      const told = steps.map(
        ({ folder, names }) => `${folder} ${names.map((name) => name.replace(/\.ts$/, '')).join(', ')}`,
      )
      return `**${title}** (${files.length} files, in the order in which they first run):\n\n\`\`\`\n${told.join('\n')}\n\`\`\``
    })
    .join('\n\n')
}

function memberText({ own, all }: { readonly own: number; readonly all: number }): string {
  return own === all ? String(own) : `${own} (${all} with inherited)`
}

function sizeText(lines: readonly LineCount[]): string {
  const sum = (key: 'files' | 'lines'): number => lines.reduce((total, count) => total + count[key], 0)
  return `${grouped(sum('lines'))} (${grouped(sum('files'))})`
}

function cpuText(cpu: House['testCpu']): string {
  if (!cpu) return 'not measured'
  return Object.entries(cpu)
    .map(([part, seconds]) => `${part} ${(seconds / 60).toFixed(1)} min`)
    .join(', ')
}

function grouped(count: number): string {
  return count.toLocaleString('en')
}

function listOf(title: string, items: readonly string[]): string {
  return `${title}:\n\n${items.map((item) => `- ${item}`).join('\n')}`
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}
