/** Document, 2.2, ToolManifest: what is known of a tool without running it, in the words of the document. */
import { PermissionClass, SideEffectScope } from 'toolyard/legacy'

export const countLines = {
  name: 'count_lines',
  description: '统计文本行数',
  category: 'text',
  parameters: {
    type: 'object',
    properties: {
      text: { type: 'string', description: '文本' },
      limit: { type: 'integer', description: '上限' },
    },
    required: ['text'],
  },
  return_schema: { type: 'integer' },
  permission_class: PermissionClass.READ,
  side_effect_scope: SideEffectScope.NONE,
  requires_confirmation: false,
  is_streaming: false,
  tags: ['demo'],
}

export const readLines = {
  name: 'read_lines',
  description: '逐行输出',
  category: 'text',
  parameters: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  permission_class: PermissionClass.READ,
  side_effect_scope: SideEffectScope.NONE,
  requires_confirmation: false,
  is_streaming: true,
}
