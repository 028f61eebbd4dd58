import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMedian, readMemoryMiB, readProcessorMs, runForJson, startServer } from './processes.mjs'
import { headers, prepareRequests, sendRequest, shipment } from './requests.mjs'

const purchases = fileURLToPath(new URL('purchases.mjs', import.meta.url))
const itemsInBatch = 5_000
/** The data files with which starts are measured, with the maximum seconds and MiB of each start. */
const restarts = [
  { labels: 50_000, seconds: 2 },
  { labels: 500_000, seconds: 15, memory: 1_430 },
]

/** Measures the start with a large data file, and purchases while the data file is compacted. */
export async function measureDataFile({ folder, listServeArguments, quick, report }) {
  const listFrozenServeArguments = (name) => listServeArguments(join(folder, name), ['--clock', 'frozen'])
  for (const restart of quick ? [{ labels: 100 }] : restarts) {
    const name = `${restart.labels}.data`
    await measureRestart({
      ...restart,
      file: join(folder, name),
      words: listFrozenServeArguments(name),
      report,
    })
  }
  await measureCompaction({
    file: join(folder, 'compacted.data'),
    words: listFrozenServeArguments('compacted.data'),
    quick,
    report,
  })
}

async function measureRestart({ labels, seconds, memory, file, words, report }) {
  await fillDataFile(words, labels)
  const rounds = []
  for (let round = 0; round < (seconds === undefined ? 1 : 3); round += 1)
    rounds.push(await timeRestart(words))
  const medianOf = (name) => findMedian(rounds.map((each) => each[name]))
  report(`start on ${labels.toLocaleString('en')} labels`, medianOf('seconds'), {
    atMost: seconds,
    unit: 's',
    note: `${(statSync(file).size / 2 ** 20).toFixed(0)} MiB, ${medianOf('cpuSeconds')?.toFixed(2)} s of processor`,
  })
  report(`memory after a start on ${labels.toLocaleString('en')} labels`, medianOf('memory'), {
    atMost: memory,
    unit: 'MiB',
  })
  rmSync(file)
}

async function fillDataFile(words, labels) {
  const server = await startServer(words)
  await buyInBatches(server.url, labels)
  await server.stop()
}

/** Buys labels in the default account by batches, which is the fastest way. This moves the account's clock. */
export async function buyInBatches(url, labels) {
  const sendPost = (path, body) =>
    sendRequest(url, { method: 'POST', path, headers, ...(body && { body: JSON.stringify(body) }) })
  const item = { ...shipment, carrier: 'USPS', service: 'Priority Mail', rate_cents: 900 }
  for (let left = labels; left > 0; left -= itemsInBatch) {
    const { id } = await sendPost('/v1/batches', { items: Array(Math.min(left, itemsInBatch)).fill(item) })
    await sendPost(`/v1/batches/${id}/buy`)
    await sendPost('/_drydock/accounts/default/clock/advance', { by: '10m' })
  }
}

async function timeRestart(words) {
  const startedAt = performance.now()
  const server = await startServer(words)
  await sendRequest(server.url, { method: 'GET', path: '/v1/wallet', headers })
  const seconds = (performance.now() - startedAt) / 1000
  const cpuSeconds = readProcessorMs(server.pid) / 1000
  const memory = readMemoryMiB(server.pid)
  await server.stop()
  return { seconds, cpuSeconds, memory }
}

async function measureCompaction({ file, words, quick, report }) {
  await fillDataFile(words, quick ? 100 : 20_000)
  const rounds = []
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    const server = await startServer(words)
    const { requests } = await prepareRequests(server.url)
    const given = { url: server.url, request: requests.label, file, longestMs: quick ? 300 : 60_000 }
    rounds.push(await runForJson([purchases, JSON.stringify(given)]))
    await server.stop()
  }
  const measured = rounds.filter(({ during, without }) => during !== null && without !== null)
  const ratios = measured.map(({ during, without }) => during / without)
  report(
    'p99 of purchases beside a compaction, of that without',
    ratios.length === 0 ? null : findMedian(ratios),
    {
      atMost: 2,
      note: measured
        .map(({ during, without }) => `${during.toFixed(1)} ms to ${without.toFixed(1)}`)
        .join(', '),
    },
  )
}
