// Carries out the plan of a replay, read from the file named, with a bare undici pool: no more is done than to send, to
// read the answer, and to take from it the ids that later requests name. Prints what it cost. Its own process.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Pool } from 'undici'

// What starting costs belongs to it; reading the plan does not.
const startCpu = process.cpuUsage()
const [, , url, file] = process.argv
const { lanes, tokens, replies, inboxPort } = JSON.parse(readFileSync(file, 'utf8'))
const pool = new Pool(url, { connections: 64 })
const receiver = createServer((request, response) => {
  request.resume()
  request.once('end', () => {
    const status = replies[request.url]?.shift()
    if (status === null) response.destroy()
    else response.writeHead(status ?? 200).end()
  })
})
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve))
const inbox = `127.0.0.1:${receiver.address().port}`
for (const { requests } of lanes) {
  for (const request of requests) {
    if (request.body !== null) {
      request.body = request.body.map((piece) =>
        typeof piece === 'string' ? piece.replaceAll(`127.0.0.1:${inboxPort}`, inbox) : piece,
      )
    }
  }
}

const compose = (pieces) =>
  pieces.length === 1
    ? pieces[0]
    : pieces.map((piece) => (typeof piece === 'number' ? tokens[piece] : piece)).join('')

let sent = 0
const strayed = []

async function send({ method, path, headers, body, status, gives }) {
  sent += 1
  const answer = await pool.request({
    method,
    path: compose(path),
    headers: headers.map(compose),
    body: body === null ? null : compose(body),
  })
  const text = await answer.body.text()
  if (status !== null && answer.statusCode !== status)
    strayed.push({ method, path: compose(path), status, came: answer.statusCode, answer: text.slice(0, 200) })
  if (gives.length === 0) return
  const json = JSON.parse(text)
  for (const { number, path: way } of gives) {
    const found = way.reduce((value, name) => value?.[name], json)
    if (typeof found === 'string') tokens[number] = found
  }
}

/** Does what is waiting, each once as many have ended as it waits for. */
function inOrder(items, endingOf, does) {
  return new Promise((resolve, reject) => {
    let begun = 0
    let left = items.length
    const ending = endingOf()
    const go = () => {
      while (begun < items.length && items[begun].after <= ending.count()) {
        const item = items[begun]
        begun += 1
        does(item).then(() => {
          ending.end(item)
          left -= 1
          if (left === 0) resolve()
          else go()
        }, reject)
      }
    }
    go()
  })
}

/** Whichever they were: as many. */
function anyEnded() {
  let ended = 0
  return {
    count: () => ended,
    end: () => {
      ended += 1
    },
  }
}

/** Those that ended first in the run: what came before a request there comes before it here. */
function firstEnded() {
  const ended = new Set()
  let first = 0
  return {
    count: () => first,
    end: ({ rank }) => {
      ended.add(rank)
      while (ended.delete(first)) first += 1
    },
  }
}

const runLane = ({ requests }) => inOrder(requests, firstEnded, send)

const before = process.cpuUsage()
const startedAt = performance.now()
await inOrder(lanes, anyEnded, runLane)
const wallMs = performance.now() - startedAt
const { user, system } = process.cpuUsage(before)
const cpuMs = (user + system + startCpu.user + startCpu.system) / 1000
console.log(JSON.stringify({ wallMs, cpuMs, sent, strayed }))
receiver.close()
receiver.closeAllConnections()
await pool.close()
