/** At once, or with a promise: an embedded store costs no turn of the event loop. */
export type Awaitable<T> = T | Promise<T>
