/** What a person looks for on the pages, in both languages. */
export interface SeenWords {
  readonly search: string
  readonly run: string
  readonly caller: string
  readonly asAgent: string
  readonly hasNoTool: string
  readonly liveOutput: string
  readonly inbox: string
  readonly activity: string
  readonly approveOnce: string
  readonly waiting: string
  readonly ok: string
  readonly error: string
  readonly newAgent: string
  readonly name: string
  readonly createAgent: string
  readonly chosen: RegExp
  readonly allOf: (category: string) => string
  readonly changes: string
  readonly filterTool: string
  readonly decided: string
}

export const seen: Readonly<Record<'en' | 'zh', SeenWords>> = {
  en: {
    search: 'Search tools',
    run: 'Run',
    caller: 'Caller',
    asAgent: 'As agent',
    hasNoTool: 'agent "helper" has no tool named "picture"',
    liveOutput: 'Live output',
    inbox: 'Inbox',
    activity: 'Activity',
    approveOnce: 'Approve once',
    waiting: 'Waiting for approval',
    ok: 'ok',
    error: 'error',
    newAgent: 'New agent',
    name: 'Name',
    createAgent: 'Create agent',
    chosen: /2 tools selected/,
    allOf: (category) => `Select all in ${category}`,
    changes: 'What it would change',
    filterTool: 'Tool name',
    decided: 'Decision',
  },
  zh: {
    search: '搜索工具',
    run: '运行',
    caller: '调用者',
    asAgent: '以智能体身份',
    hasNoTool: '智能体 helper 没有工具 picture。',
    liveOutput: '实时输出',
    inbox: '待办',
    activity: '活动',
    approveOnce: '批准一次',
    waiting: '等待审批',
    ok: '成功',
    error: '错误',
    newAgent: '新建智能体',
    name: '名称',
    createAgent: '创建智能体',
    chosen: /已选 2 个工具/,
    allOf: (category) => `全选 ${category}`,
    changes: '将要修改的内容',
    filterTool: '工具名称',
    decided: '策略结果',
  },
}
