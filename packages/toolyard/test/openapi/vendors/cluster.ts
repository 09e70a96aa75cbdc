/** Version 2.0 with bodies of models that lead to each other. */
import { text, version2, type VendorDocument } from './vendor.ts'

export const cluster: VendorDocument = {
  like: 'Kubernetes',
  document: 'api.json',
  files: version2(
    {
      '/api/v1/namespaces/{namespace}/pods': {
        parameters: [
          { in: 'path', name: 'namespace', required: true, type: 'string', uniqueItems: true },
          { $ref: '#/parameters/pretty' },
        ],
        get: {
          operationId: 'listPods',
          consumes: ['*/*'],
          produces: ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
          parameters: [{ in: 'query', name: 'labelSelector', type: 'string', uniqueItems: true }],
          responses: { 200: { description: 'Ok.', schema: { type: 'object' } }, 401: { description: 'No.' } },
        },
        post: {
          operationId: 'createPod',
          consumes: ['*/*'],
          produces: ['application/json'],
          parameters: [
            { in: 'body', name: 'body', required: true, schema: { $ref: '#/definitions/io.k8s.Pod' } },
          ],
          responses: { 201: { description: 'Created.', schema: { $ref: '#/definitions/io.k8s.Pod' } } },
        },
      },
      '/lost': { post: { $ref: '#/operations/gone' } },
    },
    {
      parameters: { pretty: { in: 'query', name: 'pretty', type: 'string', uniqueItems: true } },
      definitions: {
        'io.k8s.Pod': {
          type: 'object',
          required: ['spec'],
          properties: { kind: text, spec: { $ref: '#/definitions/io.k8s.PodSpec' } },
        },
        'io.k8s.PodSpec': {
          type: 'object',
          properties: { nodeName: text, template: { $ref: '#/definitions/io.k8s.Pod' } },
        },
      },
    },
  ),
  tools: {
    listPods: ['namespace', 'pretty', 'labelSelector'],
    createPod: ['namespace', 'pretty', 'kind', 'spec'],
  },
  refused: { 'POST /lost': /refers to "#\/operations\/gone", which leads nowhere/ },
  requests: [
    {
      tool: 'listPods',
      input: { namespace: 'default', labelSelector: 'app=web,tier!=db' },
      line: 'GET /api/v1/namespaces/default/pods?labelSelector=app%3Dweb%2Ctier!%3Ddb',
    },
    {
      tool: 'createPod',
      input: { namespace: 'default', kind: 'Pod', spec: { template: { spec: { nodeName: 'n1' } } } },
      line: 'POST /api/v1/namespaces/default/pods',
      body: { kind: 'Pod', spec: { template: { spec: { nodeName: 'n1' } } } },
      contentType: 'application/json',
    },
  ],
  answers: [
    { tool: 'createPod', input: { namespace: 'default', spec: {} }, answer: { kind: 'Status', spec: null } },
  ],
}
