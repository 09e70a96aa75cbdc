/** What a body holds, one line a field. */
import { type ReactNode, useMemo } from 'react'
import type { JsonSchema } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { parameterRows, typeText } from '../../components/schema/parameter-rows.ts'
import { visible } from '../../components/visible.ts'

interface SchemaTableProps {
  readonly schema: JsonSchema | undefined
  /** The document in which references are looked up. */
  readonly root: JsonSchema
}

export function SchemaTable({ schema, root }: SchemaTableProps): ReactNode {
  const { common } = useWords()
  const rows = useMemo(() => (schema === undefined ? [] : parameterRows(schema, root)), [schema, root])
  if (schema === undefined) return null
  if (rows.length === 0)
    return <p className="font-mono text-xs text-ink-2">{visible(typeText(schema, root))}</p>
  return (
    <ul className="max-h-96 min-w-0 overflow-y-auto rounded-md border bg-sunken px-3 py-2">
      {rows.map((row) => (
        <li
          key={row.path}
          className="flex flex-wrap items-baseline gap-x-2 leading-6"
          style={{ paddingLeft: row.depth * 16 }}
        >
          <code
            className={row.isVariant ? 'font-sans text-xs text-ink-3' : 'font-mono text-xs font-semibold'}
          >
            {visible(row.name)}
          </code>
          <span className="font-mono text-xs text-ink-2">{visible(row.type)}</span>
          {row.isRequired && <span className="text-2xs text-warn">{common.required}</span>}
          <span className="text-xs text-ink-3">
            {visible([row.description, ...row.notes].filter(Boolean).join(' · '))}
          </span>
        </li>
      ))}
    </ul>
  )
}
