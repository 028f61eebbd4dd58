// Measures the built command against a floor held here: ratios from alternating rounds of one run.
// npm run bench [-- --quick] [-- --json] [-- --only start,requests,batch,pdf,data-file,conformance]
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { measureConformanceRun } from './bench/conformance-run.mjs'
import { measureDataFile } from './bench/data-file.mjs'
import { cpuMs, median, memoryMiB, run, start } from './bench/processes.mjs'

const options = { quick: { type: 'boolean' }, json: { type: 'boolean' }, only: { type: 'string' } }
const { quick, json: asJson, only } = parseArgs({ options }).values
const rounds = quick ? 1 : 9
const count = quick ? 300 : 15_000
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const command = here('../dist/drydock.js')
const floorFile = here('../.tmp/bench-floor.mjs')

const key = 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0'
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
const address = {
  name: 'Ada Carver',
  street1: '2211 Oak Street',
  city: 'Austin',
  state: 'TX',
  zip: '78704',
  country: 'US',
}
const from = {
  name: 'Harbour Goods',
  street1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
}
const parcel = { weight_oz: 24, length: 10, width: 8, height: 4 }
const ratesBody = JSON.stringify({ from_address: from, to_address: address, parcel })

const defaultAccount = '/_drydock/accounts/default'
const results = []
/** `target` is met when the figure is at least it, or at most where `atMost` says so; null could not be measured. */
function report(what, figure, { target = null, atMost = false, unit = '', note = '' } = {}) {
  const met = target === null || figure === null ? null : atMost ? figure <= target : figure >= target
  const rounded = figure === null ? null : Math.round(figure * 1000) / 1000
  results.push({ what, figure: rounded, unit, target, met, note })
}

await build({
  entryPoints: [here('bench/floor.ts')],
  outfile: floorFile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'error',
})

const parts = {
  start: measureStart,
  requests: measureRequests,
  batch: measureBatch,
  pdf: measurePdf,
  'data-file': () => measureDataFile({ command, headers, shipment: ratesBody, quick, report }),
  conformance: () => measureConformanceRun({ command, floorFile, folder: here('../.tmp'), quick, report }),
}
const chosen = only === undefined ? Object.keys(parts) : only.split(',')
for (const name of chosen)
  if (!(name in parts)) throw new Error(`There is no ${name}: ${Object.keys(parts).join(', ')}.`)
for (const name of chosen) await parts[name]()
print()

async function firstAnswerMs(words) {
  const startedAt = performance.now()
  const server = await start(words)
  await (await fetch(`${server.url}/v1/wallet`, { headers })).arrayBuffer()
  const elapsed = performance.now() - startedAt
  await server.stop()
  return elapsed
}

async function measureStart() {
  const floor = []
  const ours = []
  for (let round = 0; round < (quick ? 1 : 11); round += 1) {
    floor.push(await firstAnswerMs([floorFile]))
    ours.push(await firstAnswerMs([command, 'serve', '--port', '0', '--quiet']))
  }
  report('start to first answer, of the floor', median(ours) / median(floor), {
    target: 1.5,
    atMost: true,
    note: `${median(ours).toFixed(0)} ms, floor ${median(floor).toFixed(0)} ms`,
  })
}

async function measureRequests() {
  const floor = await start([floorFile])
  const dock = await start([command, 'serve', '--port', '0', '--quiet', '--rate-limits', 'off'])
  report('memory after start', memoryMiB(dock.pid), { unit: 'MiB' })
  const floorPost = { method: 'POST', path: '/v1/any', headers, body: ratesBody }
  const { get, rates, labels } = await requestsTo(dock)
  await compare('GET wallet', 0.75, { server: floor, requests: [get] }, { server: dock, requests: [get] })
  await compare(
    'POST labels',
    0.5,
    { server: floor, requests: [floorPost] },
    { server: dock, requests: [labels] },
  )
  await compare(
    'POST rates, four carriers',
    0.3,
    { server: floor, requests: [floorPost] },
    { server: dock, requests: [rates] },
  )
  await floor.stop()
  await dock.stop()
  await measureMemory()
}

/** Requests a second, ours of the floor's: the median of rounds that take turns, each side warmed up first. */
async function compare(what, target, floor, ours) {
  for (const side of [floor, ours]) await load(side, Math.min(count, 10_000))
  const ratios = []
  const costs = []
  for (let round = 0; round < Math.max(3, rounds); round += 1) {
    const order = round % 2 === 0 ? [floor, ours] : [ours, floor]
    const speed = new Map()
    for (const side of order) speed.set(side, await load(side, count))
    ratios.push(speed.get(ours).perSecond / speed.get(floor).perSecond)
    costs.push([speed.get(ours).cpuUs, speed.get(floor).cpuUs])
  }
  const cpu = costs.every(([a, b]) => a !== null && b !== null)
    ? `${median(costs.map(([a]) => a)).toFixed(0)} µs of processor a request, floor ${median(costs.map(([, b]) => b)).toFixed(0)}; `
    : ''
  report(`${what}, requests a second of the floor's`, median(ratios), {
    target,
    note: `${cpu}rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}`,
  })
}

async function load({ server, requests }, total) {
  const before = cpuMs(server.pid)
  const given = { url: server.url, requests, count: total }
  const perSecond = await run([here('bench/load.mjs'), JSON.stringify(given)])
  const after = cpuMs(server.pid)
  return { perSecond, cpuUs: before === null ? null : ((after - before) * 1000) / total }
}

/** The three kinds of requests that are measured, to one simulator. */
async function requestsTo(dock) {
  const rates = { method: 'POST', path: '/v1/rates', headers, body: ratesBody }
  const quoted = await (await fetch(`${dock.url}/v1/rates`, rates)).json()
  return {
    get: { method: 'GET', path: '/v1/wallet', headers },
    rates,
    labels: { ...rates, path: '/v1/labels', body: JSON.stringify({ rate_id: quoted.rates[0].id }) },
  }
}

/** 100,000 requests as a test run mixes them: reads, rates, purchases. */
async function measureMemory() {
  const dock = await start([command, 'serve', '--port', '0', '--quiet', '--rate-limits', 'off'])
  const total = quick ? 600 : 100_000
  const { get, rates, labels } = await requestsTo(dock)
  await load({ server: dock, requests: [get, rates, labels] }, total)
  report(`memory after ${total.toLocaleString('en')} mixed requests`, memoryMiB(dock.pid), {
    target: 250,
    atMost: true,
    unit: 'MiB',
  })
  await dock.stop()
}

/** The simulator's time for a batch with its webhooks beside that of a bare loop which posts the same bodies. */
async function measureBatch() {
  const items = quick ? 100 : 5_000
  const receiver = await openCollector()
  const dock = await start([command, 'serve', '--port', '0', '--quiet', '--clock', 'frozen'])
  await call(`${dock.url}${defaultAccount}/webhook`, { url: `${receiver.url}/hooks` }, 'PUT')
  const ours = []
  const bare = []
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    receiver.bodies.length = 0
    const startedAt = performance.now()
    await buyBatch(dock, items)
    ours.push(performance.now() - startedAt)
    const sent = receiver.bodies.map((body) => body.toString('utf8'))
    if (sent.length !== items) throw new Error(`${sent.length} of ${items} webhooks arrived`)
    bare.push(await run([here('bench/bare-loop.mjs'), receiver.url], JSON.stringify(sent)))
  }
  report(
    `batch of ${items.toLocaleString('en')} to its last webhook, of a bare loop's time`,
    median(ours) / median(bare),
    {
      note: `${median(ours).toFixed(0)} ms, bare undici loop ${median(bare).toFixed(0)} ms`,
    },
  )
  await dock.stop()
  receiver.close()
}

/** Buys a batch, and lets time pass until all its labels are made. */
async function buyBatch(dock, items) {
  const item = {
    from_address: from,
    to_address: address,
    parcel,
    carrier: 'USPS',
    service: 'Priority Mail',
    rate_cents: 900,
  }
  const batch = await call(`${dock.url}/v1/batches`, { items: Array(items).fill(item) })
  await call(`${dock.url}/v1/batches/${batch.id}/buy`)
  await call(`${dock.url}${defaultAccount}/clock/advance`, { by: '1h' })
}

/** A receiver that keeps the bodies it is sent. */
async function openCollector() {
  const bodies = []
  const server = createServer((request, response) => {
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks))
      response.end()
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    bodies,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function call(url, body, method = 'POST') {
  const answer = await fetch(url, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  return answer.json()
}

async function measurePdf() {
  const dock = await start([command, 'serve', '--port', '0', '--quiet', '--rate-limits', 'off'])
  const post = async (path, body) =>
    (await fetch(`${dock.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()
  const { rates } = await post('/v1/rates', { from_address: from, to_address: address, parcel })
  for (const carrier of new Set(rates.map((rate) => rate.carrier))) {
    const { id } = rates.find((rate) => rate.carrier === carrier)
    const { label_url } = await post('/v1/labels', { rate_id: id })
    const draw = async () => (await fetch(label_url)).arrayBuffer()
    for (let warm = 0; warm < (quick ? 1 : 50); warm += 1) await draw()
    const before = cpuMs(dock.pid)
    const drawn = quick ? 3 : 200
    const startedAt = performance.now()
    for (let one = 0; one < drawn; one += 1) await draw()
    const elapsed = (performance.now() - startedAt) / drawn
    const cpu = before === null ? '' : `${((cpuMs(dock.pid) - before) / drawn).toFixed(1)} ms of processor`
    report(`one ${carrier} label's PDF over HTTP`, elapsed, { unit: 'ms', note: cpu })
  }
  await dock.stop()
}

function print() {
  if (asJson) {
    console.log(JSON.stringify({ node: process.version, quick, results }, null, 2))
    return
  }
  for (const { what, figure, unit, target, met, note } of results) {
    const verdict =
      met === null ? (figure === null ? 'not measured' : '') : met ? `met (${target})` : `MISSED (${target})`
    console.log(
      [what.padEnd(62), `${figure ?? '-'} ${unit}`.padEnd(14), verdict.padEnd(15), note].join(' ').trimEnd(),
    )
  }
  if (quick) console.log('A quick run shows that the benchmark works; its figures mean nothing.')
}
