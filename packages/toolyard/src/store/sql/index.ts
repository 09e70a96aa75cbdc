export { isAlive, thisProcess } from './process.ts'
