/** The address of an agent's conversations, or of one of them. */
export function chatHref(agent: string, threadId = ''): string {
  const search = new URLSearchParams({ agent, ...(threadId !== '' && { thread: threadId }) })
  return `/chat?${search.toString()}`
}
