/** The Node that Toolyard needs. npm only warns of another one, and what is missing there fails far from its cause. */
import { ToolyardError } from './error.ts'

/** As `engines` of package.json says. */
const leastMajor = 24

/** Throws `unavailable` if this version of Node, such as `20.11.1`, is too old. */
export function requireNode(version: string): void {
  if (Number.parseInt(version, 10) >= leastMajor) return
  throw new ToolyardError(
    'unavailable',
    `Toolyard needs Node ${leastMajor} or newer, and this is Node ${version}`,
    {
      hint: `Install Node ${leastMajor}, or add it to the project with "npm install node@${leastMajor}" and run "npx toolyard".`,
    },
  )
}
