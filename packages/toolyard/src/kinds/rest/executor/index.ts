/**
 * Runs tools that are HTTP endpoints: `new RestToolExecutor()`. All else comes through the call's context: `host.net`,
 * `host.secrets`, `clock`, `signal`.
 *
 * @module
 */
export { RestToolExecutor } from './rest-executor.ts'
