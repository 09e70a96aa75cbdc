/** What the doctor found out about one thing. */
export interface Finding {
  /** `less`: it works, but not as well as it could. */
  readonly state: 'well' | 'less' | 'wrong'
  readonly text: string
  /** What to do. */
  readonly remedy?: string
}
