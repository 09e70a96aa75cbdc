/**
 * Names of the queues that tools may ask for.
 *
 * @module
 */
const pattern = /^[a-z][a-z0-9_-]{0,62}$/
/** What installations run by themselves. */
const own = ['calls', 'runs', 'schedules']

export const queueHint = `Use a word such as "gpu": small letters, digits, "_" or "-"; not ${own.join(', ')}.`

export function isQueueName(value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value) && !own.includes(value)
}
