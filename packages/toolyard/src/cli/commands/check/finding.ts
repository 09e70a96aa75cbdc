/** What `check` found. */
export interface CheckFinding {
  readonly level: 'error' | 'warning'
  readonly subject: string
  readonly message: string
}
