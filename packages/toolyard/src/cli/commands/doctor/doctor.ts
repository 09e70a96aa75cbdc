/** `toolyard doctor`: its help and what it takes. */
import type { Description } from '../../command.ts'
import { flag, type OptionsOf } from '../../takes.ts'

const takes = { port: flag('--port <number>', 'port that is to be free (default: 4680)') }

export type DoctorOptions = OptionsOf<typeof takes>

export const doctor = {
  name: 'doctor',
  summary: 'look whether everything is there that is needed; exit code 1 where something is wrong',
  takes,
  examples: ['doctor', 'doctor --json-output'],
} satisfies Description
