/** Document, 2. STATEFUL: an object that keeps something, one for each thread. */
export class DatabaseTool {
  readonly #rows: string[] = []

  execute({ row }: { row: string }): string[] {
    this.#rows.push(row)
    return [...this.#rows]
  }

  dispose(): void {
    // A connection would be closed here.
  }
}
