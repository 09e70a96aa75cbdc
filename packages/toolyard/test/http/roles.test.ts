/** Every route for every role: who may use it is what the table of routes says, and nothing else. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { routes } from '../../src/serve/http/routes/index.ts'
import { openSite, type Refusal, type Role } from './support.ts'

/** What each role may do beyond the one before it; written down here a second time, on purpose. */
const needs: Readonly<Record<string, Role | 'anyone'>> = {
  'POST /api/session': 'anyone',
  'GET /api/session': 'viewer',
  'DELETE /api/session': 'viewer',
  'GET /api/info': 'viewer',
  'GET /api/tools': 'viewer',
  'GET /api/tools/:id': 'viewer',
  'GET /api/tools/:id/versions': 'viewer',
  'GET /api/tools/:id/definitions/:dialect': 'viewer',
  'GET /api/tools/:id/tests': 'viewer',
  'POST /api/tools/:id/tests': 'operator',
  'POST /api/tools/:id/tests/:test/run': 'operator',
  'DELETE /api/tools/:id/tests/:test': 'operator',
  'PATCH /api/tools/:id': 'operator',
  'POST /api/tools/sync': 'operator',
  'POST /api/tools/:id/accept': 'approver',
  'POST /api/tools/:id/pin': 'approver',
  'POST /api/tools/:id/unpin': 'approver',
  'POST /api/tools/:id/rollback': 'approver',
  'POST /api/tools/:name/call': 'operator',
  'POST /api/tools/:name/execute': 'operator',
  'GET /api/calls/:id/events': 'viewer',
  'DELETE /api/calls/:id': 'operator',
  'GET /api/calls': 'viewer',
  'GET /api/journal/stats': 'viewer',
  'GET /api/journal/names': 'viewer',
  'GET /api/journal/now': 'viewer',
  'GET /api/calls/:id': 'viewer',
  'GET /api/agents': 'viewer',
  'POST /api/agents': 'operator',
  'GET /api/agents/:id': 'viewer',
  'PATCH /api/agents/:id': 'operator',
  'PUT /api/agents/:id': 'operator',
  'DELETE /api/agents/:id': 'operator',
  'GET /api/agents/:id/definitions/:dialect': 'viewer',
  'GET /api/agents/:id/versions': 'viewer',
  'POST /api/agents/:id/versions/:version/restore': 'operator',
  'GET /api/models': 'viewer',
  'POST /api/drafts/runs': 'operator',
  'DELETE /api/drafts/:id': 'operator',
  'POST /api/agents/:id/runs': 'operator',
  'GET /api/runs': 'viewer',
  'GET /api/runs/:id': 'viewer',
  'GET /api/runs/:id/spans': 'viewer',
  'GET /api/runs/:id/summary': 'viewer',
  'GET /api/runs/:id/compare/:other': 'viewer',
  'GET /api/runs/:id/events': 'viewer',
  'DELETE /api/runs/:id': 'operator',
  'POST /api/runs/:id/messages': 'operator',
  'GET /api/runs/:id/messages': 'viewer',
  'DELETE /api/runs/:id/messages/:messageId': 'operator',
  'GET /api/runs/:id/files': 'viewer',
  'POST /api/files': 'operator',
  'GET /api/threads/:id/messages': 'viewer',
  'GET /api/threads/:id/attachments/:handle': 'viewer',
  'GET /api/conversations': 'viewer',
  'GET /api/conversations/:id': 'viewer',
  'PATCH /api/conversations/:id': 'operator',
  'DELETE /api/conversations/:id': 'operator',
  'GET /api/conversations/:id/waiting': 'viewer',
  'GET /api/threads': 'viewer',
  'GET /api/threads/:id': 'viewer',
  'DELETE /api/threads/:id': 'operator',
  'GET /api/board/topics': 'viewer',
  'GET /api/board/posts': 'viewer',
  'GET /api/board/posts/:id': 'viewer',
  'POST /api/board/posts': 'operator',
  'GET /api/schedules': 'viewer',
  'POST /api/schedules': 'operator',
  'GET /api/schedules/:id/history': 'viewer',
  'POST /api/schedules/:id/pause': 'operator',
  'POST /api/schedules/:id/resume': 'operator',
  'POST /api/schedules/:id/run': 'operator',
  'DELETE /api/schedules/:id': 'operator',
  'GET /api/memory': 'viewer',
  'PUT /api/memory/:id': 'operator',
  'DELETE /api/memory/:id': 'operator',
  'GET /api/jobs': 'viewer',
  'GET /api/jobs/counts': 'viewer',
  'POST /api/jobs/:id/retry': 'operator',
  'DELETE /api/jobs/:id': 'operator',
  'GET /api/approvals': 'viewer',
  'GET /api/approvals/:id': 'viewer',
  'POST /api/approvals/:id/approve': 'approver',
  'POST /api/approvals/:id/reject': 'approver',
  'GET /api/questions': 'viewer',
  'POST /api/questions/:id/answer': 'approver',
  'POST /api/questions/:id/decline': 'approver',
  'GET /api/grants': 'viewer',
  'DELETE /api/grants/:id': 'approver',
  'GET /api/results/:handle': 'viewer',
  'GET /api/policy': 'viewer',
  'POST /api/policy/explain': 'operator',
  'POST /api/policy/replay': 'operator',
  'GET /api/mcp/servers': 'viewer',
  'GET /api/mcp/servers/:id/log': 'operator',
  'POST /api/mcp/servers/:id/restart': 'operator',
  'GET /api/tokens': 'admin',
  'POST /api/tokens': 'admin',
  'DELETE /api/tokens/:id': 'admin',
  'POST /api/triggers/:name': 'anyone',
  'GET /api/triggers': 'operator',
  'GET /api/events': 'viewer',
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'GET /metrics': 'viewer',
  'GET /openapi.json': 'anyone',
}

/** What an agent's token may use. */
const forAgents: readonly string[] = [
  'GET /api/session',
  'DELETE /api/session',
  'POST /api/tools/:name/call',
  'POST /api/tools/:name/execute',
  'GET /api/calls/:id/events',
  'DELETE /api/calls/:id',
  'GET /api/calls',
  'GET /api/calls/:id',
  'GET /api/agents/:id',
  'GET /api/agents/:id/definitions/:dialect',
  'POST /api/agents/:id/runs',
  'GET /api/runs',
  'GET /api/runs/:id',
  'GET /api/runs/:id/spans',
  'GET /api/runs/:id/summary',
  'GET /api/runs/:id/compare/:other',
  'GET /api/runs/:id/events',
  'DELETE /api/runs/:id',
  'POST /api/runs/:id/messages',
  'GET /api/runs/:id/messages',
  'DELETE /api/runs/:id/messages/:messageId',
  'GET /api/runs/:id/files',
  'POST /api/files',
  'GET /api/threads/:id/messages',
  'GET /api/threads/:id/attachments/:handle',
  'GET /api/conversations',
  'GET /api/conversations/:id',
  'GET /api/board/topics',
  'GET /api/board/posts',
  'GET /api/board/posts/:id',
]

const ranks = ['anyone', 'viewer', 'operator', 'approver', 'admin']
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`

describe('the roles', () => {
  it('are laid down for every route, and for no other', () => {
    assert.deepEqual(routes.map(nameOf).toSorted(), Object.keys(needs).toSorted())
  })

  it('open what they should and nothing else', async (test) => {
    const site = await openSite(test)
    await site.json('POST', '/api/agents', { body: { name: 'helper', toolIds: ['echo'] } })
    const { value } = (
      await site.json<{ value: string }>('POST', '/api/tokens', {
        body: { name: 'h', role: 'agent', agent: 'helper' },
      })
    ).body
    for (const route of routes) {
      const name = nameOf(route)
      const need = needs[name] ?? 'admin'
      const path = route.path.replace(':dialect', 'openai').replaceAll(/:\w+/g, 'nothing-like-it')
      const tries: [string, Parameters<typeof site.send>[2], boolean][] = [
        ['nobody', { as: 'nobody' }, need === 'anyone'],
        ['agent', { as: { token: value } }, need === 'anyone' || forAgents.includes(name)],
        ...(['viewer', 'operator', 'approver', 'admin'] as const).map(
          (role): [string, Parameters<typeof site.send>[2], boolean] => [
            role,
            { as: role },
            ranks.indexOf(role) >= ranks.indexOf(need),
          ],
        ),
      ]
      for (const [who, options, isOpen] of tries) {
        const body = route.body ? { body: { nothing: 'like it' } } : {}
        const response = await site.send(route.method, path, { ...options, ...body })
        const isRefused = response.status === 401 || response.status === 403
        // A wrong token to sign in with is refused as well, after the door.
        if (name !== 'POST /api/session')
          assert.equal(isRefused, !isOpen, `${who} at ${name}: ${response.status}`)
        if (!isOpen) {
          const { error } = (await response.json()) as Refusal
          assert.equal(error.code, who === 'nobody' ? 'unauthorised' : 'forbidden')
        } else await response.body?.cancel()
      }
    }
  })
})
