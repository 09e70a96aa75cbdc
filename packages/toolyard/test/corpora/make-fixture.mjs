// Builds the test tree for paths.json. Usage: import { makeFixture } or `node make-fixture.mjs <base>`
import fs from 'node:fs'
import path from 'node:path'
import net from 'node:net'
import { execFileSync } from 'node:child_process'
export const CANARY = 'CANARY-OUTSIDE-7f3a91'
export function makeFixture(base) {
  fs.rmSync(base, { recursive: true, force: true })
  fs.mkdirSync(base, { recursive: true })
  base = fs.realpathSync(base)
  const ws = path.join(base, 'ws')
  const w = (p, t = 'inside:' + p) => {
    const f = path.join(base, p)
    fs.mkdirSync(path.dirname(f), { recursive: true })
    fs.writeFileSync(f, t)
  }
  for (const d of ['outside', 'ws-evil', 'ws_backup', 'ws.bak', 'ws2']) w(d + '/secret.txt', CANARY + ' ' + d)
  w('outside/hard.txt', CANARY + ' hard')
  w('outside/sub/secret.txt', CANARY + ' sub')
  const W = (p, t) => w('ws/' + p, t)
  for (const p of [
    'readme.md',
    'src/nested/deep/file.txt',
    'src/move-me.txt',
    'with space/a b.txt',
    '.hidden',
    '..dots.txt',
    '.../x.txt',
    'src/..data/x.txt',
    'a..b.txt',
    'ünï/日本語.txt',
    'cafe\u0301.txt',
    '📁/f.txt',
    '-rf.txt',
    '--help',
    'it\'s "quoted".txt',
    'semi;colon.txt',
    '$(id).txt',
    '`id`.txt',
    'a&b|c.txt',
    '%2e%2e%2fx.txt',
    'back\\slash.txt',
    '[brackets]*.txt',
    'nul.txt',
    'plus+name@1.txt',
    'n'.repeat(251) + '.txt',
    'deep/' + Array.from({ length: 30 }, (_, i) => 'd' + i).join('/') + '/leaf.txt',
    '.mcp.json',
    '.npmrc',
    '.vscode/settings.json',
    '.git/config',
    'configs/tools/__registry__.toml',
    '.toolyard/config.toml',
  ])
    W(p)
  W('src/app.ts', 'export const app = 1;\n')
  for (const p of [
    '.env',
    '.env.production',
    'src/.ENV',
    'keys/id_rsa',
    'keys/server.pem',
    '.git-credentials',
    '.toolyard/secrets.db',
  ])
    W(p, 'SENSITIVE-INSIDE ' + p)
  fs.mkdirSync(path.join(ws, '.git/hooks'), { recursive: true })
  const L = (t, p) => {
    fs.mkdirSync(path.dirname(path.join(ws, p)), { recursive: true })
    fs.symlinkSync(t, path.join(ws, p))
  }
  L('src/app.ts', 'link_in')
  L('src', 'link_dir_in')
  L('link_in', 'link_chain_in')
  L(path.join(base, 'outside/secret.txt'), 'link_out')
  L('../outside/secret.txt', 'link_rel_out')
  L('../outside', 'link_dir_out')
  L('link_chain2', 'link_chain1')
  L('link_dir_out', 'link_chain2')
  L('link_loop_b', 'link_loop_a')
  L('link_loop_a', 'link_loop_b')
  L('../outside/not-there.txt', 'link_dangling_out')
  L('/', 'link_root')
  L('/etc', 'link_etc')
  L('/proc/self', 'link_proc')
  L('..', 'link_parent')
  L('/dev/zero', 'link_dev')
  L('../ws-evil', 'link_prefix')
  L('../../outside', 'src/link_up')
  L('.', 'link_self')
  L('.git', 'link_git')
  L('.env', 'link_env')
  fs.linkSync(path.join(base, 'outside/hard.txt'), path.join(ws, 'hard_secret.txt'))
  execFileSync('mkfifo', [path.join(ws, 'fifo')])
  execFileSync('python3', [
    '-c',
    'import socket,sys;s=socket.socket(socket.AF_UNIX);s.bind(sys.argv[1])',
    path.join(ws, 'sock'),
  ])
  return { base, ws }
}
export function fill(s, { base, ws, home = process.env.HOME || '/root' }) {
  return s?.replaceAll('{WS}', ws).replaceAll('{BASE}', base).replaceAll('{HOME}', home)
}
// digest of everything outside the workspace: must be equal before and after
export function outsideDigest(base) {
  const out = []
  const walk = (d) => {
    for (const n of fs.readdirSync(d).sort()) {
      const f = path.join(d, n)
      if (f === path.join(base, 'ws')) continue
      const s = fs.lstatSync(f)
      if (s.isDirectory()) {
        out.push(f + '/')
        walk(f)
      } else out.push(f + ':' + s.ino + ':' + s.nlink + ':' + (s.isFile() ? fs.readFileSync(f, 'utf8') : ''))
    }
  }
  walk(base)
  return out.map((x) => x.replace(/:\d+:\d+:/, ':')).join('\n')
}
if (import.meta.url === 'file://' + process.argv[1])
  console.log(makeFixture(process.argv[2] || '/tmp/toolyard-fixture'))
