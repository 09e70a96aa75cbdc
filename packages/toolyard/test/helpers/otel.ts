/** OpenTelemetry as an application sets it up: spans and figures stay in memory, what is active is passed on. For processes of their own. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  context,
  createNoopMeter,
  metrics,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api'
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

export const exporter = new InMemorySpanExporter()
export const recorded: { readonly name: string; readonly value: number; readonly attributes: Attributes }[] =
  []
const stack = new AsyncLocalStorage<Context>()

export function setUp(): void {
  const processor = new SimpleSpanProcessor({ exporter })
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }))
  context.setGlobalContextManager({
    active: () => stack.getStore() ?? ROOT_CONTEXT,
    with: (active, ...[work, self, ...args]) => stack.run(active, () => work.apply(self, args)),
    bind: (_active, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  })
  metrics.setGlobalMeterProvider({
    getMeter: () => ({
      ...createNoopMeter(),
      createHistogram: (name) => ({
        record: (value, attributes) => void recorded.push({ name, value, attributes: attributes ?? {} }),
      }),
    }),
  })
}
export function forget(): void {
  exporter.reset()
  recorded.length = 0
}
export function tearDown(): void {
  trace.disable()
  context.disable()
  metrics.disable()
}

export function named(name: string): readonly ReadableSpan[] {
  return exporter.getFinishedSpans().filter((span) => span.name === name)
}

export function only(name: string): ReadableSpan {
  const [span, ...others] = named(name)
  assert.ok(
    span,
    `${name} is among ${exporter
      .getFinishedSpans()
      .map((one) => one.name)
      .join()}`,
  )
  assert.equal(others.length, 0)
  return span
}

/** Every span as `name < name of the one above`. */
export function tree(): readonly string[] {
  const spans = exporter.getFinishedSpans()
  const nameOf = new Map(spans.map((span) => [span.spanContext().spanId, span.name]))
  return spans
    .map(({ name, parentSpanContext }) => `${name} < ${nameOf.get(parentSpanContext?.spanId ?? '') ?? '-'}`)
    .toSorted()
}
