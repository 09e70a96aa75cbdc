/** Questions that are answered by filling in a form: what is asked, and what was filled in, each as JSON. */
import type { Query, SqlDatabase } from '../database.ts'

export function forms({ kind }: SqlDatabase): readonly Query[] {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"'
  return ['form', 'form_values'].map((column) => ({
    sql: `alter table inbox add column ${column} ${text}`,
    parameters: [],
  }))
}
