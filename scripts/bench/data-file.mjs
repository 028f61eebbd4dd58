import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuMs, median, run, start } from './processes.mjs'

const purchases = fileURLToPath(new URL('purchases.mjs', import.meta.url))
const itemsInBatch = 5_000

/**
 * What a long history costs: how long a start takes that reads it, and how much longer purchases take while the data file is
 * written anew. `shipment` is a body of rates.
 */
export async function measureDataFile({ command, headers, shipment, quick, report }) {
  const folder = mkdtempSync(join(tmpdir(), 'drydock-bench-'))
  const serve = (file) => [
    command,
    'serve',
    '--port',
    '0',
    '--quiet',
    '--rate-limits',
    'off',
    '--clock',
    'frozen',
    '--data',
    file,
  ]
  const given = { serve, headers, shipment, quick, report }
  try {
    await measureRestart({ ...given, file: join(folder, 'restart.data') })
    await measureWritingAnew({ ...given, file: join(folder, 'anew.data') })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureRestart({ file, serve, headers, shipment, quick, report }) {
  const sizes = [
    [10_000, 2],
    [50_000, 5],
  ]
  let labels = 0
  for (const [wanted, target] of quick ? [[100, null]] : sizes) {
    await fill(serve(file), { headers, shipment, labels: wanted - labels })
    labels = wanted
    const rounds = []
    for (let round = 0; round < (quick ? 1 : 5); round += 1) rounds.push(await restart(serve(file), headers))
    const seconds = median(rounds.map((each) => each.seconds))
    const cpu = rounds.every(({ cpuSeconds }) => cpuSeconds !== null)
      ? `, ${median(rounds.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2)} s of processor`
      : ''
    report(`start on ${labels.toLocaleString('en')} labels to first answer`, seconds, {
      target,
      atMost: true,
      unit: 's',
      note: `a file of ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB${cpu}`,
    })
  }
}

/** Makes labels by batches, which is the quickest way. */
async function fill(words, { headers, shipment, labels }) {
  const server = await start(words)
  const post = (path, body) => postJson(`${server.url}${path}`, { headers, body })
  const item = { ...JSON.parse(shipment), carrier: 'USPS', service: 'Priority Mail', rate_cents: 900 }
  for (let left = labels; left > 0; left -= itemsInBatch) {
    const { id } = await post('/v1/batches', { items: Array(Math.min(left, itemsInBatch)).fill(item) })
    await post(`/v1/batches/${id}/buy`)
    await post('/_drydock/accounts/default/clock/advance', { by: '10m' })
  }
  await server.stop()
}

async function restart(words, headers) {
  const startedAt = performance.now()
  const server = await start(words)
  await (await fetch(`${server.url}/v1/wallet`, { headers })).arrayBuffer()
  const seconds = (performance.now() - startedAt) / 1000
  const cpu = cpuMs(server.pid)
  await server.stop()
  return { seconds, cpuSeconds: cpu === null ? null : cpu / 1000 }
}

async function measureWritingAnew({ file, serve, headers, shipment, quick, report }) {
  await fill(serve(file), { headers, shipment, labels: quick ? 100 : 20_000 })
  const ratios = []
  const told = []
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    const server = await start(serve(file))
    const { rates } = await postJson(`${server.url}/v1/rates`, { headers, body: JSON.parse(shipment) })
    const body = JSON.stringify({ rate_id: rates[0].id })
    const given = { url: server.url, headers, body, file, longestMs: quick ? 300 : 60_000 }
    const { during, without } = await run([purchases, JSON.stringify(given)])
    await server.stop()
    if (during === null || without === null) continue
    ratios.push(during / without)
    told.push(`${during.toFixed(1)} ms to ${without.toFixed(1)}`)
  }
  report(
    'p99 of purchases while the file is written anew, of the same while not',
    ratios.length === 0 ? null : median(ratios),
    {
      target: 2,
      atMost: true,
      note: told.join(', '),
    },
  )
}

async function postJson(url, { headers, body }) {
  const sent = body === undefined ? undefined : JSON.stringify(body)
  const answer = await fetch(url, { method: 'POST', headers, body: sent })
  if (!answer.ok) throw new Error(`${url} was answered ${answer.status}`)
  return answer.json()
}
