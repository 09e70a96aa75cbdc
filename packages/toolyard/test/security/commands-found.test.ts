/** Lines that hand a forbidden command to a program which runs it, and lines that look alike but run nothing of the kind. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Ground } from './commands-support.test.ts'

const push = 'bash(git push)'
const remove = 'bash(rm -rf)'

const running: Readonly<Record<string, readonly (readonly [deny: string, line: string])[]>> = {
  'programs of which nothing is known': [
    [push, 'ssh-agent git push'],
    [push, "capsh -- -c 'git push'"],
    [push, "sg root 'git push'"],
    [push, 'sg root \'git pu""sh\''],
    [push, 'logsave /dev/null git push'],
    [push, 'debconf git push'],
    [push, 'debconf /usr/bin/git push'],
    [push, 'debconf git -C . push'],
    [push, 'debconf git $x'],
    [push, 'debconf $x push'],
    [push, 'debconf {git,push}'],
    [push, 'debconf git{,\\ push}'],
    [push, 'git fetch --upload-pack="$x" r'],
    [push, "debconf sh -c 'git pu\\sh'"],
    [push, "debconf bash <<< 'git push'"],
    [push, 'dpkg-architecture -c git push'],
    [push, "dpkg-architecture -c'g=git; $g push'"],
    [push, "dpkg --pre-invoke='git push' -i x"],
    [push, 'dpkg --pre-invoke=\'git "push"\' -i x'],
    [push, "view -es +'!git push'"],
    [push, 'cpp -wrapper git,push x.c'],
    [push, 'perl5.36-x86_64-linux-gnu -e \'system "git push"\''],
    [push, 'unheard-of env git push'],
    [push, "unheard-of 'f() { $g push; }; g=git; f'"],
    [push, "unheard-of '$(echo tig | rev) push'"],
    [push, "go test -exec 'git push' ./..."],
    [push, "rg --pre='git push' x"],
    [push, "man -P 'git push' ls"],
    [push, "export EDITOR='git push'; git commit"],
    [push, "newgrp <<< 'git push'"],
    [push, "echo 'git push' | unshare -r"],
    [remove, 'ssh-agent rm -rf docs'],
    [remove, 'debconf rm -r -f docs'],
    [remove, "sg root 'rm -fr docs'"],
    ['bash(curl)', 'debconf curl x'],
    ['bash(curl)', 'debconf --with=curl x'],
  ],
  'options of git that name a program': [
    [push, "git fetch --upload-pac='git push;' r"],
    [push, "git fetch --upload-pac 'git push;' r"],
    [push, "git clone -nu'git push;' r"],
    [push, "git clone -nu 'git push;' r"],
    [push, "git ls-remote --exe='git push;' r"],
    [push, "git ls-remote -qu'git push;' r"],
    [push, "git grep -lO'git push;' x"],
    [push, "git grep --open-files='git push;' x"],
    [push, "git archive --remote=r --exe='git push;' HEAD"],
    [push, "git clone -c core.sshCommand='git push' r"],
    [push, 'git send-pack origin main'],
  ],
  'scripts of sed': [
    [push, "sed '1e git push' readme.md"],
    [push, "sed -n '/x/{e git push\n}' readme.md"],
    [push, "sed 's/.*/git push/e' readme.md"],
    [push, "sed 's;.*;git push;ge' readme.md"],
    [push, "sed 'sa.*agit pushae' readme.md"],
    [push, "sed '/x/I,$e' readme.md"],
    [push, "sed '\\,x,e' readme.md"],
    [push, 'sed -f script readme.md'],
    [push, 'sed -nfscript readme.md'],
    [push, 'sed --fi=script readme.md'],
    [push, "sed --expr='1e git push' readme.md"],
    [push, "sed -n -e p -e '1!e' readme.md"],
    [push, "sed 'w script' readme.md"],
    [push, 'sed "$x" readme.md'],
    [push, 'sed -n "${n}p" readme.md'],
    [push, 'n=$(cat readme.md); sed -n "${n}p" readme.md'],
    [push, 'y=\'x/e;#\'; sed "s/x/$y/" readme.md'],
    [push, 'n=3; n=\'1e git push;#\'; sed -n "${n}p" readme.md'],
    [push, 'n=3; n+=\'e git push;#\'; sed -n "${n}p" readme.md'],
    [push, 'n=3; read n <<< \'1e git push;#\'; sed -n "${n}p" readme.md'],
    [push, 'n=3; re""ad -rn9 -an <<< \'1e git push;#\'; sed -n "${n}p" readme.md'],
    [push, 'n=3; : "${n/3/1e git push}"; sed -n "${n}p" readme.md'],
    [push, 'sed "${a}e git push" readme.md; a=\'i \''],
    [push, '(a=\'i \'); sed "${a}e git push" readme.md'],
    [push, 'a=\'i \' & sed "${a}e git push" readme.md'],
    [push, 'for a in i; do :; done & sed "${a}e git push" readme.md'],
    [push, "n='1e git push;#' bash -c 'sed -n \"${n}p\" readme.md'"],
    [push, 'f=\'-e1e git push\'; sed p "$f" readme.md'],
  ],
  'settings of git': [
    [push, "git config alias.x '!git push'"],
    [push, 'git config alias.x push'],
    [push, 'git config ALIAS.x push'],
    [push, 'git config --global --add alias.x push'],
    [push, 'git config set alias.x push'],
    [push, 'git config -- alias.x push'],
    [push, 'git config -f -f alias.x push'],
    [push, 'git config --comment user.name alias.x push'],
    [push, 'git config --global "$key" push'],
    [push, 'git config $settings'],
    [push, 'git config include.path ../evil'],
    [push, 'git config core.hooksPath evil'],
    [push, 'git config http.x push; git config --rename-section http alias'],
    [push, "git -c remote.r.uploadpack='sh x.url=' fetch r"],
    [push, "git -c credential.helper='!git push' fetch"],
    [remove, "git config alias.x '!rm -rf docs'; git x"],
    [remove, "git -C sub config core.pager 'rm -rf docs'"],
    [remove, "git config -f .gitmodules submodule.x.update '!rm -rf docs'"],
    [remove, "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!rm -rf docs' git x"],
  ],
  'options that name a program, and others that name its words': [
    [push, 'rustc -C linker=git -C link-arg=push a.rs'],
    [push, 'rustc -Clinker=/usr/bin/git --codegen=link-args=push a.rs'],
    [push, 'make SHELL=git .SHELLFLAGS=push x'],
    [push, 'unheard-of --runner git --arguments=push'],
    [push, 'cargo run --config target.x.runner=\'"git"\' -- push'],
    [remove, 'rustc -C linker=rm -C link-arg=-rf a.rs'],
    ['bash(curl)', 'rustc -C linker=curl a.rs'],
    ['bash(curl)', 'sort --compress-program=curl readme.md'],
  ],
  'builtins behind a word that bash reads': [
    [push, 'command . ./x.sh'],
    [push, 'git bisect run . ./x.sh'],
    [push, 'git submodule foreach . ./x.sh'],
  ],
  'package managers': [
    [push, "npm --call='git push' exec"],
    [push, "npm -s x -c 'git push'"],
    [push, 'npm -s x -c \'git pu""sh\''],
    [push, 'pnpm --silent exec git push'],
  ],
  'shells that run a file': [
    [push, 'cd /dev; bash stdin <<< \'git pu""sh\''],
    [push, 'cd /dev; bash ./fd/0 <<< \'git pu""sh\''],
    [push, 'cd /dev; bash std?n <<< \'git pu""sh\''],
    [push, 'echo \'git pu""sh\' | bash dev/stdin'],
    [push, "printf 'git pu%s\\n' sh > s1; bash s?"],
    [push, "printf 'git pu%s\\n' sh > s1; timeout 9 bash s1"],
    [push, "printf 'git pu%s\\n' sh > s1; bash s1"],
    [push, "printf 'git pu%s\\n' sh | tee s1; bash ./s1"],
    [push, "printf 'git pu%s\\n' sh > s1; cp s1 s2; bash s2"],
    [push, "printf 'git pu%s\\n' sh > $f; bash s1"],
    [push, "printf 'git pu%s\\n' sh > s1; chmod +x s1; ./s1"],
    [push, "printf 'git pu%s\\n' sh | dd of=s1; sh s1"],
  ],
  'other words for the same': [
    [push, "ssh -o 'ProxyCommand git push' host"],
    [push, "ssh -o 'ProxyCommand=git push' host"],
    [remove, 'rm -r --interactive=never docs'],
  ],
}

const honest: readonly (readonly [deny: string, line: string])[] = [
  [push, 'npx eslint .'],
  [push, 'npx prettier --check . && npm test'],
  [push, 'npm exec eslint .'],
  [push, 'docker build --build-arg VCS=git -t app .'],
  [push, 'rsync -av . backup/'],
  [push, 'git config user.name "$NAME"'],
  [push, 'git config --global user.email a@example.com'],
  [push, 'git config -f .gitmodules submodule.x.url ../x'],
  [push, 'git config --get alias.x'],
  [push, 'git config --unset alias.x'],
  [push, 'git config pull.rebase true && git config branch.main.remote origin'],
  [push, 'git config credential.helper store'],
  [push, 'git -c core.autocrlf=false -c advice.detachedHead=false status'],
  [push, 'rustc --edition 2021 -C opt-level=3 -C linker=clang a.rs'],
  [push, 'n=3; m=9; sed -n "${n},${m}p" readme.md'],
  [push, 'y=5; sed "s/x/$y/" readme.md'],
  [push, 'for n in 1 2 3; do sed -n "${n}p" readme.md; done'],
  [push, 'version=1.2.3; sed -i "s/^version = .*/version = \\"$version\\"/" Cargo.toml'],
  [push, 'for f in *.ts; do sed -n 1p "$f"; done'],
  [push, 'prettier --check .'],
  [push, 'prettier $f "$g"'],
  [push, 'eslint src/git src/push'],
  [push, 'node script.js push'],
  [push, 'gh pr create --title "set up the build" --body \'Uses `make` (see docs), for $5\''],
  [push, 'gh pr create --title "port to bash"'],
  [push, 'apt-get install -y git vim'],
  [push, 'cp git push'],
  [push, 'bash build.sh > out.log'],
  [push, 'chmod +x build.sh && bash build.sh 2>&1 | tail'],
  [push, 'cd docs && bash build.sh'],
  [push, 'timeout 60 bash build.sh'],
  [push, 'shellcheck build.sh && bash build.sh | tail'],
  [push, 'npx prettier src/app.ts'],
  [push, 'bash "tests/$name.sh"'],
  [push, "sed -n '1,5p;7q' readme.md"],
  [push, "sed -i -E 's/(one|e)/\\1/g; /x/d' readme.md"],
  [push, "sed ':a;N;$!ba;s/\\n/ /g' readme.md"],
  [push, "sed -i '1i hello there' readme.md"],
  [push, "sed -e 's|a|e|' -e '$d' e"],
  [push, "git grep -n 'git push'"],
  [push, "git grep -e 'git push'"],
  [push, 'git clone --depth 1 https://example.com/x.git'],
  [push, 'git fetch -u origin'],
  [push, "rg -n 'git push'"],
  [push, 'export MESSAGE="about git push"'],
  [push, "curl -H 'Accept: a b' https://example.com"],
  ['bash(curl)', 'eslint docs/curl/x.ts'],
  [remove, 'rm -r --interactive=once docs'],
]

const ground = new Ground()
after(() => ground[Symbol.dispose]())

async function decide(deny: string, line: string): Promise<string> {
  const policy = await ground.policy({ deny: [deny], mode: 'bypass' })
  return policy.decide(ground.subject(line)).effect
}

for (const [what, lines] of Object.entries(running))
  describe(`A deny rule in bypass and ${what}`, () => {
    for (const [deny, line] of lines)
      it(`${deny} stops ${JSON.stringify(line)}`, async () => {
        assert.equal(await decide(deny, line), 'deny')
      })
  })

describe('A deny rule in bypass and honest lines', () => {
  for (const [deny, line] of honest)
    it(`${deny} lets ${JSON.stringify(line)} run`, async () => {
      assert.equal(await decide(deny, line), 'allow')
    })
})
