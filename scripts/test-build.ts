/** Builds and packs the package as a fresh clone would, if its sources changed, and prints the folder of that workspace. */
import { builtWorkspace } from '../packages/toolyard/test/helpers/built-workspace.ts'

process.stdout.write(builtWorkspace().folder)
