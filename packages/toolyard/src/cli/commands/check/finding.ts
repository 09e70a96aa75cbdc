/** What `check` found. */
export interface CheckFinding {
  /** A note asks for nothing yet. */
  readonly level: 'error' | 'warning' | 'note'
  readonly subject: string
  readonly message: string
}
