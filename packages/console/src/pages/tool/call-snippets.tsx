/** The same call for a terminal or a program. */
import { type ReactNode, useState } from 'react'
import { apiAddress } from '../../api/base-path.ts'
import { useWords } from '../../i18n/preferences.tsx'
import type { RunRequest } from '../../api/runs.ts'
import { type Snippets, snippetsOf } from './snippets.ts'
import { TextBlock } from '../../components/text-block.tsx'
import { Segments } from '../../components/toggle.tsx'

const names: Readonly<Record<keyof Snippets, string>> = { curl: 'curl', cli: 'CLI', typescript: 'TypeScript' }

export function CallSnippets({ request }: { readonly request: RunRequest }): ReactNode {
  const { run: words } = useWords()
  const [kind, setKind] = useState<keyof Snippets>('curl')
  return (
    <section className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold">{words.elsewhere}</h2>
        <Segments
          label={words.elsewhere}
          value={kind}
          onChange={setKind}
          options={(['curl', 'cli', 'typescript'] as const).map((id) => ({ id, label: names[id] }))}
        />
      </div>
      <TextBlock text={snippetsOf(request, apiAddress())[kind]} label={names[kind]} />
    </section>
  )
}
