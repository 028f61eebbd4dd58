// Compares the speed of the built command with a stub server, or with the build of another commit, in alternating rounds.
// npm run bench [-- --quick] [-- --json] [-- --only requests,history,start,memory,data-file,team,conformance] [-- --against REF]
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { buyInBatches, measureDataFile } from './bench/data-file.mjs'
import {
  findMedian,
  readMemoryMiB,
  readProcessorMs,
  runForJson,
  runForOutput,
  startServer,
} from './bench/processes.mjs'
import { headers, prepareRequests } from './bench/requests.mjs'
import { measureTeam } from './bench/team.mjs'

const { quick, json, only, against } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
}).values
const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url))
const command = pathOf('../dist/drydock.js')
const folder = mkdtempSync(join(tmpdir(), 'drydock-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/**
 * The measured requests, each with the lowest allowed share of the stub server's speed, by requests a second and by
 * processor time. docs/decisions/duties-of-a-request.md has the measurements.
 */
const rows = [
  { what: 'GET wallet', name: 'wallet', perSecond: 0.8, cpuUs: 0.8 },
  { what: 'POST rates, four carriers', name: 'rates', perSecond: 0.6, cpuUs: 0.42 },
  { what: 'POST labels', name: 'label', perSecond: 0.6, cpuUs: 0.44 },
  { what: 'POST labels with --data', name: 'label', perSecond: 0.5, cpuUs: 0.38, isStored: true },
]
/** What a server has carried out before the measurement begins; `prepare` sends these requests. */
const histories = [
  {
    after: `after ${(quick ? 100 : 100_000).toLocaleString('en')} labels`,
    prepare: (server) => buyInBatches(server.url, quick ? 100 : 100_000),
  },
  {
    after: `after ${(quick ? 1_000 : 1_000_000).toLocaleString('en')} logged requests`,
    prepare: async (server) =>
      measureLoad(server, [(await prepareRequests(server.url)).requests.wallet], quick ? 1_000 : 1_000_000),
  },
]
/** A build counts as slower if its speed is less than this share of the other build's speed. */
const minShareOfOther = 0.95

const parts = {
  requests: () => compareEachRow(compareToStub),
  history: async () => {
    for (const history of histories) await compareEachRow((row) => compareToStub(row, history))
  },
  start: measureStart,
  memory: measureMemory,
  'data-file': () => measureDataFile({ folder, listServeArguments, quick, report: recordFigure }),
  team: () => measureTeam({ folder, listServeArguments, quick, report: recordFigure }),
  conformance: measureConformance,
}
const results = []
if (against === undefined) for (const name of chooseMeasurements()) await parts[name]()
else {
  const other = buildCommit(against)
  await compareEachRow((row) => compareToBuild(row, other))
}
printFigures()

function chooseMeasurements() {
  const chosen = only === undefined ? Object.keys(parts) : only.split(',')
  const unknown = chosen.find((name) => !(name in parts))
  if (unknown !== undefined)
    throw new Error(`There is no part ${unknown}. Parts are ${Object.keys(parts).join(', ')}.`)
  return chosen
}

/**
 * Stores a measured figure, and the bound that it must keep, if there is one. The figure is null if it could not be
 * measured.
 */
function recordFigure(what, figure, { atLeast, atMost, unit = '', note = '' } = {}) {
  const bound = atLeast ?? atMost ?? null
  const isMet =
    bound === null || figure === null ? null : atLeast === undefined ? figure <= bound : figure >= bound
  const rounded = figure === null ? null : Math.round(figure * 1000) / 1000
  results.push({ what, figure: rounded, unit, bound, isMet, note })
}

function listServeArguments(file, words = []) {
  const stored = file === undefined ? [] : ['--data', file]
  return [command, 'serve', '--port', '0', '--quiet', '--rate-limits', 'off', ...stored, ...words]
}

async function compareEachRow(compare) {
  for (const row of rows) await compare(row)
}

async function compareToStub(row, history) {
  const dock = await startServer(listServeArguments(chooseDataFile(row, history?.after ?? 'ours')))
  await history?.prepare(dock)
  const { requests, responses } = await prepareRequests(dock.url)
  const stub = await startServer([await buildStub(), JSON.stringify(responses)])
  const request = requests[row.name]
  const [ours, floor] = await measureAlternately([
    { server: dock, request },
    { server: stub, request },
  ])
  const what = [row.what, ...(history === undefined ? [] : [history.after])].join(' ')
  for (const [measure, by] of [
    ['perSecond', 'requests a second'],
    ['cpuUs', 'speed by processor time'],
  ])
    recordFigure(`${what}, of the stub's ${by}`, measureShare(ours, floor, measure), {
      atLeast: row[measure],
      note: describeFigures(ours, floor, measure),
    })
  await Promise.all([dock.stop(), stub.stop()])
}

/**
 * Compares two servers of this build with two of the other build. The servers that start first and last are of this build,
 * because the order alone changes the speed by several percent.
 */
async function compareToBuild(row, other) {
  const sides = []
  for (const [name, program] of [
    ['ours', command],
    ['theirs', other],
    ['theirs-2', other],
    ['ours-2', command],
  ]) {
    const server = await startServer([program, ...listServeArguments(chooseDataFile(row, name)).slice(1)])
    sides.push({ server, request: (await prepareRequests(server.url)).requests[row.name] })
  }
  const figures = await measureAlternately(sides, { rounds: quick ? 1 : 20, count: quick ? 300 : 2_000 })
  const measure = figures.some(({ cpuUs }) => cpuUs.includes(null)) ? 'perSecond' : 'cpuUs'
  const [ours, theirs] = [
    [figures[0], figures[3]],
    [figures[1], figures[2]],
  ].map(([first, second]) => {
    return { [measure]: first[measure].map((each, round) => (each + second[measure][round]) / 2) }
  })
  recordFigure(`${row.what}, of the speed of ${against}`, measureShare(ours, theirs, measure), {
    atLeast: minShareOfOther,
    note: describeFigures(ours, theirs, measure),
  })
  await Promise.all(sides.map(({ server }) => server.stop()))
}

function chooseDataFile({ isStored }, name) {
  return isStored === true ? join(folder, `${name}.data`) : undefined
}

/**
 * Sends the request to each server alternately, after a warm-up if the run is not quick. Returns the requests a second and
 * the microseconds of processor time of each round.
 */
async function measureAlternately(sides, { rounds = quick ? 1 : 5, count = quick ? 300 : 10_000 } = {}) {
  const figures = sides.map(() => ({ perSecond: [], cpuUs: [] }))
  for (let round = quick ? 0 : -1; round < rounds; round += 1) {
    const order = [...sides.entries()]
    for (const [side, { server, request }] of round % 2 === 0 ? order : order.toReversed()) {
      const { perSecond, cpuUs } = await measureLoad(server, [request], count)
      if (round === -1) continue
      figures[side].perSecond.push(perSecond)
      figures[side].cpuUs.push(cpuUs)
    }
  }
  return figures
}

async function measureLoad({ url, pid }, requests, count) {
  const before = readProcessorMs(pid)
  const perSecond = await runForJson([pathOf('bench/load.mjs'), JSON.stringify({ url, requests, count })])
  return { perSecond, cpuUs: before === null ? null : ((readProcessorMs(pid) - before) * 1000) / count }
}

/**
 * Returns Drydock's share of the other server's speed: the median of all rounds; null if the system does not report
 * processor time. Processor time is about the same on a busy machine. Requests a second also depend on the load program
 * and the operating system.
 */
function measureShare(ours, other, measure) {
  const pairs = ours[measure].map((each, round) => [each, other[measure][round]])
  if (pairs.flat().includes(null)) return null
  return findMedian(pairs.map(([our, their]) => (measure === 'cpuUs' ? their / our : our / their)))
}

function describeFigures(ours, other, measure) {
  const [our, their] = [ours, other].map((side) => findMedian(side[measure])?.toFixed(0))
  return measure === 'cpuUs' ? `${our} µs to ${their}` : `${our} a second to ${their}`
}

/** Bundles the stub server in the same way as the command. */
async function buildStub() {
  const outfile = join(folder, 'stub.mjs')
  await build({
    entryPoints: [pathOf('bench/stub.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'error',
  })
  return outfile
}

/** Builds another commit in a separate folder, with the packages installed here. */
function buildCommit(ref) {
  const place = join(folder, 'other')
  mkdirSync(place)
  execFileSync('git', ['archive', '--output', `${place}.tar`, ref], { cwd: pathOf('..') })
  execFileSync('tar', ['-xf', `${place}.tar`, '-C', place])
  symlinkSync(pathOf('../node_modules'), join(place, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { cwd: place })
  return join(place, 'dist/drydock.js')
}

async function measureStart() {
  const stub = [await buildStub(), '{"wallet":{}}']
  const times = { ours: [], stub: [] }
  for (let round = 0; round < (quick ? 1 : 11); round += 1) {
    times.stub.push(await measureFirstResponseMs(stub))
    times.ours.push(await measureFirstResponseMs(listServeArguments()))
  }
  recordFigure("start to first response, of the stub's", findMedian(times.ours) / findMedian(times.stub), {
    ...(!quick && { atMost: 1.3 }),
    note: `${findMedian(times.ours).toFixed(0)} ms, stub ${findMedian(times.stub).toFixed(0)} ms`,
  })
}

async function measureFirstResponseMs(words) {
  const startedAt = performance.now()
  const server = await startServer(words)
  await (await fetch(`${server.url}/v1/wallet`, { headers })).arrayBuffer()
  const elapsed = performance.now() - startedAt
  await server.stop()
  return elapsed
}

/** Measures the memory of a server after reads, rates calls and purchases in alternation, such as a test run makes. */
async function measureMemory() {
  const dock = await startServer(listServeArguments())
  const { requests } = await prepareRequests(dock.url)
  const count = quick ? 600 : 100_000
  await measureLoad(dock, Object.values(requests), count)
  recordFigure(`memory after ${count.toLocaleString('en')} mixed requests`, readMemoryMiB(dock.pid), {
    atMost: 200,
    unit: 'MiB',
  })
  await dock.stop()
}

async function measureConformance() {
  const dock = await startServer([command, 'serve', '--port', '0', '--quiet'])
  const rules = quick ? ['--only', 'RATE-00*'] : []
  const words = [
    '--import',
    pathOf('bench/cost.mjs'),
    command,
    'conformance',
    dock.url,
    '--report',
    'json',
    ...rules,
  ]
  const costFile = join(folder, 'cost.json')
  const rounds = []
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    const text = await runForOutput(words, { env: { DRYDOCK_COST: costFile } })
    const cpuSeconds = JSON.parse(readFileSync(costFile, 'utf8')) / 1000
    rounds.push({ cpuSeconds, wallSeconds: JSON.parse(text).duration_ms / 1000 })
  }
  await dock.stop()
  const bounds = quick ? {} : { cpuSeconds: 4, wallSeconds: 5 }
  for (const [name, what] of [
    ['cpuSeconds', 'processor time'],
    ['wallSeconds', 'wall time'],
  ])
    recordFigure(`conformance run, ${what}`, findMedian(rounds.map((each) => each[name])), {
      atMost: bounds[name],
      unit: 's',
    })
}

function printFigures() {
  if (json) console.log(JSON.stringify({ node: process.version, quick, results }, null, 2))
  else {
    const width = Math.max(...results.map(({ what }) => what.length))
    for (const { what, figure, unit, bound, isMet, note } of results) {
      const verdict = isMet === null ? '' : `${isMet ? 'met' : 'MISSED'} (${bound})`
      const line = [
        what.padEnd(width),
        `${figure ?? 'not measured'} ${unit}`.padEnd(14),
        verdict.padEnd(15),
        note,
      ]
      console.log(line.join(' ').trimEnd())
    }
  }
  // On a busy machine, the figures of a quick run vary by a tenth, so it only shows that the benchmark works.
  if (quick && !json)
    console.log('A quick run only shows that the benchmark works. Its figures are not exact.')
  if (!quick && results.some(({ isMet }) => isMet === false)) process.exitCode = 1
}
