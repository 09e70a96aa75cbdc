/** English: navigation, sign-in, preferences. */
export const shell = {
  skip: 'Skip to the content',
  navigation: 'Main',
  openMenu: 'Open the menu',
  menu: 'Menu',
  tools: 'Tools',
  agents: 'Agents',
  chat: 'Chat',
  activity: 'Activity',
  inbox: 'Inbox',
  settings: 'Settings',
  api: 'API',
  waiting: (n: string) => `${n} waiting`,
  theme: 'Theme',
  themeSystem: 'Like the system',
  themeLight: 'Light',
  themeDark: 'Dark',
  language: 'Language',
  signOut: 'Sign out',
  signedInAs: (name: string, role: string) => `${name}, ${role}`,
  signIn: 'Sign in',
  signInTitle: 'Sign in to this yard',
  signInLead:
    'The server printed a link with a token when it started. Open that link, or paste the token here.',
  token: 'Token',
  whereTitle: 'Where is the token?',
  whereTerminal:
    'In the terminal in which the server was started, at the end of the printed link, after "#token=".',
  whereFile:
    'In the file that "toolyard doctor" names, which only its owner can read; or in TOOLYARD_TOKEN, if you have set it.',
  whereOther: 'Somebody who is signed in as admin can make you one under Settings → Tokens.',
  badToken: 'The server does not know this token. Tokens change when they are revoked or made anew.',
  linkUsed: 'The link’s token was not accepted. Use the newest link that the server has printed.',
  agentToken: 'This token speaks for an agent',
  agentTokenHint:
    'It calls the tools of its agent, over HTTP or MCP, and sees nothing here. Sign in with a token for people.',
  signedOut: 'You are signed out. Sign in to go on.',
}
