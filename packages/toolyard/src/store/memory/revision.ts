/** Counts the changes of tools, agents and grants. */
export interface Revision {
  now: number
}
