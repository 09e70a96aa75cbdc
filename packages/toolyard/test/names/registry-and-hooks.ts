/** Document 3, `Phase 6 工具系统重构`, the registry: each name called the old way. */
import assert from 'node:assert/strict'
import { HookAction, PermissionClass, SideEffectScope, textOf, type ToolService } from 'toolyard'
import { developmentTools } from './development-tools.ts'
import { collaboration } from './agents-and-server.ts'
import { type Cases, glob, globManifest, tail, withGlob, withYard } from './fixtures.ts'
import { hooksAndStreaming, pre } from './hooks-and-streaming.ts'
import { keptTools, remoteTrigger, scheduleCron } from './web-and-messages.ts'

const factOf =
  (
    read: (manifest: NonNullable<ReturnType<ToolService['registry']['get']>>['manifest']) => unknown,
    expected: unknown,
  ) =>
  () =>
    withGlob((yard) => {
      const tool = yard.registry.get('glob')
      assert.ok(tool)
      assert.deepEqual(read(tool.manifest), expected)
    })
const facts: Cases = {
  ToolManifest: factOf(({ type, source }) => [type, source], ['STATELESS', 'app']),
  'ToolManifest.name': factOf(({ name }) => name, 'glob'),
  'ToolManifest.description': factOf(({ description }) => description, '按模式匹配文件'),
  'ToolManifest.category': factOf(({ category }) => category, 'file'),
  'ToolManifest.parameters': factOf(({ inputSchema }) => inputSchema, globManifest.parameters),
  'ToolManifest.return_schema': factOf(({ outputSchema }) => outputSchema, globManifest.return_schema),
  'ToolManifest.permission_class': factOf(({ permission }) => permission, 'read'),
  'ToolManifest.side_effect_scope': factOf(({ effects }) => effects, 'local_state'),
  'ToolManifest.requires_confirmation': factOf(({ confirm }) => confirm, false),
  'ToolManifest.is_streaming': () =>
    withYard((yard) => {
      yard.registry.register({ name: 'tail', description: '流式', is_streaming: true }, tail)
      assert.equal(yard.registry.get('tail')?.manifest.streaming, true)
    }),
  'ToolManifest.tags': factOf(({ tags }) => tags, ['files']),
  ToolCategory: factOf(({ category }) => category, 'file'),
  PermissionClass: () =>
    withYard((yard) => {
      for (const [index, word] of Object.values(PermissionClass).entries()) {
        const made = yard.registry.register(
          { ...globManifest, name: `g${index}`, permission_class: word },
          glob,
        )
        assert.equal(made.manifest.permission, word.toLowerCase())
      }
    }),
  SideEffectScope: () =>
    withYard((yard) => {
      for (const [index, word] of Object.values(SideEffectScope).entries()) {
        const made = yard.registry.register(
          { ...globManifest, name: `g${index}`, side_effect_scope: word },
          glob,
        )
        assert.equal(made.manifest.effects, word.toLowerCase())
      }
    }),
}

const registry: Cases = {
  'ToolRegistry.register(manifest, executor, hooks)': () =>
    withYard(async (yard) => {
      const hooks = [pre(() => ({ action: HookAction.DENY, message: 'no' }))]
      yard.registry.register({ ...globManifest, name: 'other' }, glob)
      yard.registry.register(globManifest, glob, hooks)
      assert.equal((await yard.call('glob', { pattern: '*.ts' })).status, 'denied')
      assert.equal((await yard.call('other', { pattern: '*.ts' })).status, 'ok')
    }),
  'ToolRegistry.get': () =>
    withGlob((yard) => {
      assert.equal(yard.registry.get('glob')?.manifest.name, 'glob')
      assert.equal(yard.registry.get('none'), undefined)
    }),
  'ToolRegistry.get_executor': () =>
    withGlob(async (yard) => {
      assert.equal(await yard.registry.getExecutor('glob')?.({ pattern: '*.ts' }), '["a.ts"]')
      assert.equal(yard.registry.getExecutor('none'), undefined)
    }),
  'ToolRegistry.list_by_category': () =>
    withGlob((yard) => {
      assert.deepEqual(
        yard.registry.listByCategory('file').map(({ name }) => name),
        ['glob'],
      )
      assert.deepEqual(yard.registry.listByCategory('web'), [])
    }),
  'ToolRegistry.list_all': () =>
    withGlob((yard) =>
      assert.deepEqual(
        yard.registry.listAll().map(({ name }) => name),
        ['glob'],
      ),
    ),
  ToolOrchestration: () =>
    withGlob(async (yard) => assert.deepEqual((await yard.call('glob', { pattern: '*.ts' })).data, ['a.ts'])),
  ToolExecutor: () =>
    withGlob(async (yard) => assert.equal(textOf(await yard.call('glob', { pattern: '*.ts' })), '["a.ts"]')),
}

export const registryAndHooks: Cases = {
  ...keptTools,
  ...remoteTrigger,
  ...scheduleCron,
  ...collaboration,
  ...facts,
  ...registry,
  ...hooksAndStreaming,
  ...developmentTools,
}
