export interface Memo {
  execute(input: { note: string }): string
}

export function makeMemo(): Memo {
  const notes: string[] = []
  return {
    execute({ note }) {
      notes.push(note)
      return notes.join(', ')
    },
  }
}
