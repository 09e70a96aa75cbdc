/**
 * Runs in a page, before its own scripts: every way in which a page can speak to a target. Each answers `ok`, `no` or
 * `no answer`; those that a page never hears of are only tried.
 */
const told = (work) =>
  Promise.race([
    work.then(
      () => 'ok',
      () => 'no',
    ),
    new Promise((resolve) => setTimeout(resolve, 5000, 'no answer')),
  ])

const event = (object, good) =>
  new Promise((resolve, reject) => {
    object.addEventListener(good, resolve)
    object.addEventListener('error', reject)
  })

const add = (tag, facts) => {
  const element = Object.assign(document.createElement(tag), facts)
  document.body.append(element)
  return element
}

globalThis.everyWay = async ({ target, own }) => {
  const socket = target.replace('http', 'ws')
  const request = new XMLHttpRequest()
  request.open('GET', `${target}/xhr`)
  const worker = new Worker(`${own}/worker.js?${encodeURIComponent(`${target}/worker`)}`)
  const working = new Promise((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => (data === 'ok' ? resolve() : reject(new Error(data))))
  })
  const answers = {
    fetch: told(fetch(`${target}/fetch`, { mode: 'no-cors' })),
    post: told(fetch(`${target}/post`, { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true })),
    redirect: told(fetch(`${own}/?to=${encodeURIComponent(`${target}/redirected`)}`)),
    xhr: told(event(request, 'load')),
    socket: told(event(new WebSocket(`${socket}/socket`), 'open')),
    secureSocket: told(event(new WebSocket(`${socket.replace('ws', 'wss')}/socket`), 'open')),
    events: told(event(new EventSource(`${target}/events`), 'open')),
    transport: told(new WebTransport(target.replace('http', 'https')).ready),
    worker: told(working),
  }
  request.send()
  navigator.sendBeacon(`${target}/beacon`, 'x')
  for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'stylesheet', 'icon', 'manifest'])
    add('link', { rel, href: `${target}/${rel}`, as: 'fetch' })
  for (const tag of ['img', 'script', 'iframe', 'video', 'embed']) add(tag, { src: `${target}/${tag}` })
  add('object', { data: `${target}/object` })
  add('iframe', { name: 'into' })
  add('form', { action: `${target}/form`, method: 'post', target: 'into' }).submit()
  const popup = window.open(`${target}/popup`)
  const entries = Object.entries(answers).map(async ([name, answer]) => [name, await answer])
  const all = Object.fromEntries(await Promise.all(entries))
  popup?.close()
  worker.terminate()
  document.body.replaceChildren()
  return all
}

/** Looks for ways to other machines until it has found all that there are. */
globalThis.peers = async (urls) => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'p' }] })
  connection.createDataChannel('x')
  const complete = new Promise((resolve) => {
    const look = () => connection.iceGatheringState === 'complete' && resolve()
    connection.addEventListener('icegatheringstatechange', look)
  })
  await connection.setLocalDescription(await connection.createOffer())
  await Promise.race([complete, new Promise((resolve) => setTimeout(resolve, 5000))])
  connection.close()
}
