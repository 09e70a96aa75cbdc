/** Everything under `/toolyard` is Toolyard's. */
import { openApplication } from '../../../../application.ts'

const { handler } = await openApplication({})

export const dynamic = 'force-dynamic'
export const GET = handler.fetch
export const HEAD = handler.fetch
export const POST = handler.fetch
export const PUT = handler.fetch
export const PATCH = handler.fetch
export const DELETE = handler.fetch
