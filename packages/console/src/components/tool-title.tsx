/** The title of a tool in the reader's language, beside its name; nothing if it has none. */
import type { ReactNode } from 'react'
import { useTool } from '../api/queries.ts'
import { usePreferences } from '../i18n/preferences.tsx'
import { titleIn } from './tool-words.ts'
import { visible } from './visible.ts'

export function ToolTitle({ name }: { readonly name: string }): ReactNode {
  const { language } = usePreferences()
  const { data } = useTool(name)
  const title = data && titleIn(data, language)
  if (title === undefined) return null
  return <span className="isolate-text min-w-0 truncate text-xs text-ink-2">{visible(title)}</span>
}
