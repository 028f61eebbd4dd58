// Prism stands in front of the simulator while it is asked for everything once, and sees no breach of the document; it
// does see those that are made on purpose.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { jsonOf, openRelay } from './relay.mjs'

const project = join(import.meta.dirname, '../..')
const file = join(project, 'schemas/openapi.json')

const document = JSON.parse(readFileSync(join(project, 'schemas/openapi.json'), 'utf8'))
const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'

export async function tourBehindPrism() {
  const tour = spawn(process.execPath, ['scripts/run.mjs', 'scripts/openapi/tour-through.ts'], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [simulator] = await once(createInterface({ input: tour.stdout }), 'line')
  const behind = await openRelay(simulator, spoil)
  const prism = await startPrism(behind.url)
  const seen = { exchanges: 0, breaches: [], codes: new Set() }
  const front = await openRelay(prism.url, (answer, asked) => note(seen, asked, answer))
  // Prism itself refuses what is no JSON, and nobody behind it hears of that.
  front.targetOf = ({ body }) => (body.length > 0 && jsonOf({ body }) === undefined ? simulator : prism.url)
  try {
    await expectBreaches(prism.url)
    tour.stdin.end(`${front.url}\n`)
    const [status] = await once(tour, 'exit')
    if (status !== 0) throw new Error('The tour did not come to its end.')
    judge(seen)
    return seen.exchanges
  } finally {
    await front.close()
    prism.process.kill()
    await behind.close()
    tour.kill()
  }
}

async function startPrism(upstream) {
  const port = await freePort()
  const bin = join(import.meta.dirname, 'node_modules/.bin/prism')
  const prism = spawn(process.execPath, [bin, 'proxy', file, upstream, '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((ready, failed) => {
    prism.once('exit', () => failed(new Error('Prism ended before it was ready.')))
    // What it says further is read and left: a full pipe would hold it up.
    prism.stdout.on('data', (text) => String(text).includes('Prism is listening') && ready())
  })
  return { process: prism, url: `http://127.0.0.1:${port}` }
}

async function freePort() {
  const server = createServer()
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}

/** What Prism says of an exchange; of a status that is not described, and of a path, it only warns. */
function violationsIn({ headers }) {
  const told = headers['sl-violations']
  return told === undefined ? [] : JSON.parse(told)
}

const warnings = /Unable to match the returned status code|route not found/i

function isBreach({ location, message }) {
  return location?.[0] === 'response' || warnings.test(message)
}

/** Notes an exchange; its answer goes on as it is. */
function note(seen, { method, path }, answer) {
  seen.exchanges += 1
  const { status, body } = answer
  const violations = violationsIn(answer)
  const said = violations.map(({ location, message }) => `${location?.join('.')}: ${message}`)
  const at = `${method} ${path} ${status}`
  if (violations.some(isBreach)) seen.breaches.push(`${at}: ${said.join('; ')}`)
  else if (violations.length > 0 && status < 300)
    seen.breaches.push(`${at}: it is taken, and ${said.join('; ')}`)
  const code = /"code":"([A-Z._]+)"/.exec(body.subarray(0, 1_000).toString())?.[1]
  seen.codes.add(`${operationAt(method, path)}: ${status < 300 ? 'success' : code}`)
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, 'x-error-codes': codes }]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    operationId,
    codes,
  })),
)

function operationAt(method, path) {
  return operations.find((each) => each.method === method && each.pattern.test(path))?.operationId
}

/** No breach, and everything met that the document speaks of. */
function judge({ breaches, codes }) {
  if (breaches.length > 0) throw new Error(`Prism sees breaches:\n${breaches.slice(0, 20).join('\n')}`)
  const missed = operations
    .flatMap(({ operationId, codes: described }) =>
      ['success', ...described].map((code) => `${operationId}: ${code}`),
    )
    .filter((each) => !codes.has(each))
  if (missed.length > 0) throw new Error(`The tour did not meet:\n${missed.join('\n')}`)
}

/** What the simulator would do wrong, by the header that asks for it. */
const spoilt = {
  field: ({ status, headers, body }) => ({
    status,
    headers,
    body: Buffer.from(JSON.stringify({ ...JSON.parse(body), balance_cents: 'much' })),
  }),
  status: (answer) => ({ ...answer, status: 409 }),
  header: ({ headers: { 'x-ratelimit-limit': _, ...headers }, ...answer }) => ({ ...answer, headers }),
}

function spoil(answer, { headers }) {
  return spoilt[headers['x-spoil']]?.(answer)
}

/** A proxy that sees nothing whatever comes would prove nothing. */
async function expectBreaches(url) {
  for (const name of [undefined, ...Object.keys(spoilt)]) {
    const answer = await fetch(`${url}/v1/wallet`, {
      headers: { authorization: `Bearer ${key}`, ...(name !== undefined && { 'x-spoil': name }) },
    })
    const violations = violationsIn({ headers: Object.fromEntries(answer.headers) })
    if (violations.some(isBreach) !== (name !== undefined))
      throw new Error(
        `Prism says of an answer with ${name ?? 'nothing'} wrong: ${JSON.stringify(violations)}`,
      )
  }
}
