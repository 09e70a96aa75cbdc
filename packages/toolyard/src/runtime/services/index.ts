/**
 * What the installation offers its tools beside the machine, one file for each service. A service is made when a tool first asks
 * for it.
 *
 * @module
 */
import type { Services } from '../../define/index.ts'
import type { CompanyCaller, Core } from '../../pipeline/index.ts'
import type { Store } from '../../store/index.ts'
import type { ToolyardOptions } from '../options.ts'
import { calendarOf } from './calendar.ts'

export interface ServiceParts {
  readonly core: Core
  readonly store: Store
  readonly now: () => number
}

export function servicesOf(
  options: ToolyardOptions,
  { store, now }: ServiceParts,
): (caller: CompanyCaller) => Services {
  return (caller) => ({
    web: options.web ?? {},
    calendar: calendarOf(caller, store.calendar, now),
  })
}
