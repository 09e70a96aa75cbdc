/** Every door, for the matrix. */
import { type DoorKind, doors } from './door.ts'
import { engineDoors } from './engine-doors.ts'
import { httpDoors } from './http-door.ts'
import { takenUpRun } from './taken-up-run.ts'
import { workerDoor } from './worker-door.ts'

export const allDoors: readonly DoorKind[] = [
  ...doors,
  ...httpDoors,
  ...engineDoors,
  { name: 'a worker of another process', origin: 'mcp', knowsAgents: true, open: workerDoor },
  {
    name: 'a run that was taken up after its process was killed',
    origin: 'agent',
    knowsAgents: true,
    open: takenUpRun,
  },
]
