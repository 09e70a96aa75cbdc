/** What the tool takes and gives, for people to read. */
import { type ReactNode, useMemo } from 'react'
import { Link } from 'wouter'
import type { ToolDetail } from '../../api/types.ts'
import { useWords } from '../../i18n/preferences.tsx'
import { type ParameterRow, parameterRows } from '../../components/schema/parameter-rows.ts'
import { Facts, Section } from '../../components/page.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { JsonBlock } from '../../components/text-block.tsx'
import { visible } from '../../components/visible.ts'
import { useCategoryName } from '../../components/words-of.tsx'

export function ToolParameters({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tool: words } = useWords()
  const rows = useMemo(() => parameterRows(tool.inputSchema), [tool.inputSchema])
  return (
    <div className="grid min-w-0 gap-x-10 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="min-w-0">
        <Section title={words.parameters}>
          {rows.length === 0 ? (
            <p className="text-sm text-ink-3">{words.noParameters}</p>
          ) : (
            <ParameterTable rows={rows} />
          )}
        </Section>
        {tool.examples.length > 0 && (
          <Section title={words.examples}>
            <div className="flex flex-col gap-2">
              {tool.examples.map((example, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- examples never move
                <JsonBlock key={index} value={example} label={example.title ?? words.examples} />
              ))}
            </div>
          </Section>
        )}
        <Section title={words.schema}>
          <JsonBlock value={tool.inputSchema} label={words.schema} mostLines={60} />
        </Section>
        {tool.outputSchema !== undefined && (
          <Section title={words.returns}>
            <JsonBlock value={tool.outputSchema} label={words.returns} mostLines={60} />
          </Section>
        )}
      </div>
      <ToolFacts tool={tool} />
    </div>
  )
}

function ParameterTable({ rows }: { readonly rows: readonly ParameterRow[] }): ReactNode {
  const { tool: words, common } = useWords()
  const columns: readonly Column<ParameterRow>[] = [
    {
      title: words.parameter,
      isRowHeading: true,
      render: ({ name, depth, isVariant, isRequired }) => (
        <>
          <span
            className={isVariant ? 'text-xs text-ink-3' : 'isolate-text font-mono text-xs font-semibold'}
            style={{ paddingLeft: depth * 14 }}
          >
            {visible(name)}
          </span>
          {isRequired && <span className="ml-1.5 text-2xs text-warn">{common.required}</span>}
        </>
      ),
    },
    { title: words.type, cellClassName: 'font-mono text-xs text-ink-2', render: ({ type }) => visible(type) },
    {
      title: common.description,
      cellClassName: 'text-ink-2',
      render: ({ description, notes }) => (
        <>
          {visible(description)}
          {notes.length > 0 && (
            <span className="block font-mono text-xs text-ink-3">{visible(notes.join(' · '))}</span>
          )}
        </>
      ),
    },
  ]
  return <Table columns={columns} rows={rows} keyOf={({ path }) => path} />
}

function ToolFacts({ tool }: { readonly tool: ToolDetail }): ReactNode {
  const { tool: words, tools } = useWords()
  const categoryName = useCategoryName()
  return (
    <div className="min-w-0 text-sm">
      <Facts
        rows={[
          [tools.category, categoryName(tool.category)],
          [tools.type, tools.types[tool.type]],
          [tools.source, tools.sources[tool.source]],
          [words.effects, words.effectNames[tool.effects]],
          tool.origin === undefined ? undefined : [words.from, <Code key="o" text={tool.origin} />],
          tool.via === undefined ? undefined : [words.via, <Code key="v" text={tool.via} />],
          [words.fingerprint, <Code key="f" text={tool.fingerprint.slice(0, 16)} />],
          [
            words.agents,
            tool.agents.length === 0
              ? words.noAgents
              : tool.agents.map(({ id, name }) => (
                  <Link
                    key={id}
                    href={`/agents/${encodeURIComponent(id)}`}
                    className="mr-2 text-accent hover:underline"
                  >
                    {visible(name)}
                  </Link>
                )),
          ],
        ]}
      />
    </div>
  )
}

function Code({ text }: { readonly text: string }): ReactNode {
  return <span className="isolate-text font-mono text-xs break-all">{visible(text)}</span>
}
