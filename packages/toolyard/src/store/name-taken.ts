/** Two agents with one name. */
import { ToolyardError } from '../kernel/index.ts'

export function nameTaken(name: string): ToolyardError {
  return new ToolyardError('name_taken', `there is an agent named "${name}" already`, {
    hint: 'Give it another name, or update the one that is there.',
  })
}
