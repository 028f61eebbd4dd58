// Measures how much one server of a team can do: accounts and requests a second on one core, and the memory of accounts and labels.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readProcessorMs, runForJson, startServer } from './processes.mjs'
import { prepareRequests, sendRequest } from './requests.mjs'

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const activeAccounts = 100

/** Measures the figures in docs/team-server.md on a server with a data file. `listServeArguments` returns the arguments that start it. */
export async function measureTeam({ folder, listServeArguments, quick, report }) {
  const heapFile = join(folder, 'heap')
  process.env.DRYDOCK_HEAP = heapFile
  const server = await startServer([
    '--import',
    pathOf('heap.mjs'),
    ...listServeArguments(join(folder, 'team.data')),
  ])
  const readHeap = () => readHeapBytes(server.pid, heapFile)
  const accounts = quick ? 200 : 10_000
  const labels = quick ? 200 : 20_000
  const before = await readHeap()
  report(
    'accounts created a second, by one core',
    await measureRequestsPerCore(server, [createAccount()], accounts),
  )
  report('memory of an idle account', ((await readHeap()) - before) / accounts / 1024, { unit: 'KiB' })

  const clients = await Promise.all(
    Array.from({ length: activeAccounts }, () => prepareAccountRequests(server.url)),
  )
  for (const [name, count] of [
    ['wallet', labels],
    ['rates', labels / 2],
  ]) {
    const requests = clients.map((requestsOf) => requestsOf[name])
    report(
      `${name} requests a second of ${activeAccounts} accounts, by one core`,
      await measureRequestsPerCore(server, requests, count),
    )
  }
  const bought = await readHeap()
  const purchases = clients.map(({ label }) => label)
  report(
    `purchases a second of ${activeAccounts} accounts, by one core`,
    await measureRequestsPerCore(server, purchases, labels),
  )
  report('memory of 1,000 labels', ((await readHeap()) - bought) / (labels / 1_000) / 1024 ** 2, {
    unit: 'MiB',
  })
  await server.stop()
}

const createAccount = () => ({
  method: 'POST',
  path: '/_drydock/accounts',
  headers: { 'content-type': 'application/json' },
  body: '{}',
})

/** Creates an account and returns a request of each kind with its key. */
async function prepareAccountRequests(url) {
  const { keys } = await sendRequest(url, createAccount())
  return (await prepareRequests(url, keys.test)).requests
}

/** Sends requests and returns how many one core can serve a second, by processor time; null if the system does not report it. */
async function measureRequestsPerCore({ url, pid }, requests, count) {
  const before = readProcessorMs(pid)
  await runForJson([pathOf('load.mjs'), JSON.stringify({ url, requests, count })])
  return before === null ? null : count / ((readProcessorMs(pid) - before) / 1_000)
}

/** Returns the bytes that a server uses after a garbage collection. */
async function readHeapBytes(pid, file) {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await pause(50)
  return Number(readFileSync(file, 'utf8'))
}
