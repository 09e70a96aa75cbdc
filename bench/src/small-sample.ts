/**
 * The small tool: three parameters.
 *
 * @module
 */
import { z } from 'zod'
import { type Arguments, makeSample, type Sample } from './sample.ts'

const schema = z.object({
  city: z.string().min(1),
  days: z.number().int().min(1).max(14),
  units: z.enum(['metric', 'imperial']),
})

export const smallSample: Sample = makeSample({
  name: 'get_forecast',
  description: 'Says what the weather of a city will be. Use it for the next two weeks only.',
  schema,
  bad: { city: 'Rome', days: 'tomorrow', units: 'metric' },
  input: (index) => ({ city: `City ${index}`, days: 1 + (index % 14), units: 'metric' }),
  answer,
  execute: async (input) => answer(input),
})

function answer(input: Arguments): string {
  return `${input['city'] as string}: fair for ${input['days'] as number} days`
}
