// Measures the built command beside a stub, or beside the build of another commit, in rounds that alternate.
// npm run bench [-- --quick] [-- --json] [-- --only requests,start,memory,data-file,team,conformance] [-- --against REF]
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { measureDataFile } from './bench/data-file.mjs'
import { cpuMs, median, memoryMiB, output, run, start } from './bench/processes.mjs'
import { headers, requestsTo } from './bench/requests.mjs'
import { measureTeam } from './bench/team.mjs'

const { quick, json, only, against } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    only: { type: 'string' },
    against: { type: 'string' },
  },
}).values
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const command = here('../dist/drydock.js')
const folder = mkdtempSync(join(tmpdir(), 'drydock-bench-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

/**
 * The measured requests with their bounds: the lowest allowed share of the stub's speed. The targets are in
 * docs/decisions/duties-of-a-request.md.
 */
const rows = [
  { what: 'GET wallet', name: 'wallet', atLeast: 0.68 },
  { what: 'POST rates, four carriers', name: 'rates', atLeast: 0.38 },
  { what: 'POST labels', name: 'label', atLeast: 0.42 },
  { what: 'POST labels with --data', name: 'label', atLeast: 0.38, isStored: true },
]
/** A build with less than this share of another's speed counts as slower. */
const minShareOfOther = 0.95

const parts = {
  requests: () => measureRows(compareToStub),
  start: measureStart,
  memory: measureMemory,
  'data-file': () => measureDataFile({ folder, serve, quick, report }),
  team: () => measureTeam({ folder, serve, quick, report }),
  conformance: measureConformance,
}
const results = []
if (against === undefined) for (const name of chosenParts()) await parts[name]()
else {
  const other = buildOf(against)
  await measureRows((row) => compareToBuild(row, other))
}
print()

function chosenParts() {
  const chosen = only === undefined ? Object.keys(parts) : only.split(',')
  const unknown = chosen.find((name) => !(name in parts))
  if (unknown !== undefined) throw new Error(`There is no ${unknown}: ${Object.keys(parts).join(', ')}.`)
  return chosen
}

/** Records a figure with its bound, if it has one. A figure that could not be measured is null. */
function report(what, figure, { atLeast, atMost, unit = '', note = '' } = {}) {
  const bound = atLeast ?? atMost ?? null
  const isMet =
    bound === null || figure === null ? null : atLeast === undefined ? figure <= bound : figure >= bound
  const rounded = figure === null ? null : Math.round(figure * 1000) / 1000
  results.push({ what, figure: rounded, unit, bound, isMet, note })
}

function serve(file, words = []) {
  const stored = file === undefined ? [] : ['--data', file]
  return [command, 'serve', '--port', '0', '--quiet', '--rate-limits', 'off', ...stored, ...words]
}

async function measureRows(compare) {
  for (const row of rows) await compare(row)
}

async function compareToStub(row) {
  const dock = await start(serve(storeOf(row, 'ours')))
  const { requests, responses } = await requestsTo(dock.url)
  const stub = await start([await buildStub(), JSON.stringify(responses)])
  const request = requests[row.name]
  const [ours, floor] = await alternate([
    { server: dock, request },
    { server: stub, request },
  ])
  report(`${row.what}, of the stub's speed`, ratioOf(ours, floor), {
    atLeast: row.atLeast,
    note: noteOn(ours, floor, 'the stub'),
  })
  await Promise.all([dock.stop(), stub.stop()])
}

async function compareToBuild(row, other) {
  const servers = [
    await start(serve(storeOf(row, 'ours'))),
    await start([other, ...serve(storeOf(row, 'theirs')).slice(1)]),
  ]
  const sides = []
  for (const server of servers)
    sides.push({ server, request: (await requestsTo(server.url)).requests[row.name] })
  const [ours, theirs] = await alternate(sides)
  report(`${row.what}, of the speed of ${against}`, ratioOf(ours, theirs), {
    atLeast: minShareOfOther,
    note: noteOn(ours, theirs, against),
  })
  await Promise.all(servers.map((server) => server.stop()))
}

function storeOf({ isStored }, name) {
  return isStored === true ? join(folder, `${name}.data`) : undefined
}

/**
 * Sends the request to each side alternately, after a warm-up. Returns requests a second and microseconds of
 * processor time by round.
 */
async function alternate(sides) {
  const figures = sides.map(() => ({ perSecond: [], cpuUs: [] }))
  for (let round = -1; round < (quick ? 3 : 5); round += 1) {
    const order = [...sides.entries()]
    for (const [side, { server, request }] of round % 2 === 0 ? order : order.toReversed()) {
      const { perSecond, cpuUs } = await load(server, [request], quick && round !== -1 ? 6_000 : 10_000)
      if (round === -1) continue
      figures[side].perSecond.push(perSecond)
      figures[side].cpuUs.push(cpuUs)
    }
  }
  return figures
}

async function load({ url, pid }, requests, count) {
  const before = cpuMs(pid)
  const perSecond = await run([here('bench/load.mjs'), JSON.stringify({ url, requests, count })])
  return { perSecond, cpuUs: before === null ? null : ((cpuMs(pid) - before) * 1000) / count }
}

/**
 * Returns our share of another server's speed, the median of the rounds. It compares the processor time of a
 * request, which decides the requests a second on an idle machine and stays the same on a busy one. It
 * compares wall time only if the system does not report processor time.
 */
function ratioOf(ours, other) {
  const isTold = ours.cpuUs.every((each) => each !== null)
  return median(
    isTold
      ? ours.cpuUs.map((each, round) => other.cpuUs[round] / each)
      : ours.perSecond.map((each, round) => each / other.perSecond[round]),
  )
}

function noteOn(ours, other, name) {
  const told = ({ cpuUs, perSecond }) =>
    `${median(cpuUs)?.toFixed(0)} µs, ${median(perSecond).toFixed(0)} a second`
  return `${told(ours)}; ${name} ${told(other)}`
}

/** Bundles the stub like the command. */
async function buildStub() {
  const outfile = join(folder, 'stub.mjs')
  await build({
    entryPoints: [here('bench/stub.ts')],
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
function buildOf(ref) {
  const place = join(folder, 'other')
  mkdirSync(place)
  execFileSync('git', ['archive', '--output', `${place}.tar`, ref], { cwd: here('..') })
  execFileSync('tar', ['-xf', `${place}.tar`, '-C', place])
  symlinkSync(here('../node_modules'), join(place, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { cwd: place })
  return join(place, 'dist/drydock.js')
}

async function measureStart() {
  const stub = [await buildStub(), '{"wallet":{}}']
  const times = { ours: [], stub: [] }
  for (let round = 0; round < (quick ? 1 : 11); round += 1) {
    times.stub.push(await firstResponseMs(stub))
    times.ours.push(await firstResponseMs(serve()))
  }
  report("start to first response, of the stub's", median(times.ours) / median(times.stub), {
    ...(!quick && { atMost: 1.5 }),
    note: `${median(times.ours).toFixed(0)} ms, stub ${median(times.stub).toFixed(0)} ms`,
  })
}

async function firstResponseMs(words) {
  const startedAt = performance.now()
  const server = await start(words)
  await (await fetch(`${server.url}/v1/wallet`, { headers })).arrayBuffer()
  const elapsed = performance.now() - startedAt
  await server.stop()
  return elapsed
}

/** Alternates reads, rates and purchases, as a test run mixes them. */
async function measureMemory() {
  const dock = await start(serve())
  const { requests } = await requestsTo(dock.url)
  const count = quick ? 600 : 100_000
  await load(dock, Object.values(requests), count)
  report(`memory after ${count.toLocaleString('en')} mixed requests`, memoryMiB(dock.pid), {
    atMost: 200,
    unit: 'MiB',
  })
  await dock.stop()
}

async function measureConformance() {
  const dock = await start([command, 'serve', '--port', '0', '--quiet'])
  const rules = quick ? ['--only', 'RATE-00*'] : []
  const words = [
    '--import',
    here('bench/cost.mjs'),
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
    const text = await output(words, { env: { DRYDOCK_COST: costFile } })
    const cpuSeconds = JSON.parse(readFileSync(costFile, 'utf8')) / 1000
    rounds.push({ cpuSeconds, wallSeconds: JSON.parse(text).duration_ms / 1000 })
  }
  await dock.stop()
  const bounds = quick ? {} : { cpuSeconds: 5, wallSeconds: 8 }
  for (const [name, what] of [
    ['cpuSeconds', 'processor time'],
    ['wallSeconds', 'wall time'],
  ])
    report(`conformance run, ${what}`, median(rounds.map((each) => each[name])), {
      atMost: bounds[name],
      unit: 's',
    })
}

function print() {
  if (json) console.log(JSON.stringify({ node: process.version, quick, results }, null, 2))
  else
    for (const { what, figure, unit, bound, isMet, note } of results) {
      const verdict = isMet === null ? '' : `${isMet ? 'met' : 'MISSED'} (${bound})`
      const line = [
        what.padEnd(62),
        `${figure ?? 'not measured'} ${unit}`.padEnd(14),
        verdict.padEnd(15),
        note,
      ]
      console.log(line.join(' ').trimEnd())
    }
  // A busy machine moves a quick run's figures by a tenth, so a quick run only shows that the benchmark
  // works.
  if (quick && !json) console.log('A quick run shows that the benchmark works; its figures judge nothing.')
  if (!quick && results.some(({ isMet }) => isMet === false)) process.exitCode = 1
}
