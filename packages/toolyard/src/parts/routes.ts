/**
 * The routes of parts, which stand among those of the server.
 *
 * @module
 */
import type { Route } from '../serve/http/route/index.ts'
import { jobRoutes } from './jobs/routes.ts'
import { memoryRoutes } from './memory/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'

export const partRoutes: readonly Route[] = [...scheduleRoutes, ...memoryRoutes, ...jobRoutes]
