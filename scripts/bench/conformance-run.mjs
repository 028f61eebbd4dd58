// What a whole run of the conformance command costs, against the same requests sent by a bare undici pool: the run's own
// requests are recorded once, and then run and replay take turns against one simulator.
//
// Processor: the command's from its start to its end, and the replay's likewise but for reading its plan. Wall: the run's
// duration as its report has it, and the replay's from the first request to the last answer. None of the run's waiting is
// taken off: it hardly ever waits with nothing under way, and the recording says how long.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cpuMs, median, output, run, start } from './processes.mjs'
import { floorPlan, planReplay, silenceIn } from './replay-plan.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

export async function measureConformanceRun({ command, floorFile, folder, quick, report }) {
  const planFile = join(folder, 'bench-replay.json')
  const dock = await start([command, 'serve', '--port', '0', '--quiet'])
  const recording = await recordRun({ command, url: dock.url, folder, quick })
  writeFileSync(planFile, JSON.stringify(planReplay(recording)))
  const runs = []
  const replays = []
  const judge = () => judgeOnce({ command, url: dock.url, folder, quick })
  const replay = () => replayOnce(dock, planFile)
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    // Whoever comes second finds a warmer simulator.
    if (round % 2 === 0) replays.push(await replay())
    runs.push(await judge())
    if (round % 2 === 1) replays.push(await replay())
  }
  await dock.stop()
  const of = (list, name) => median(list.map((each) => each[name]))
  const count = recording.requests.length.toLocaleString('en')
  const ratioOf = (name) => median(runs.map((each, index) => each[name] / replays[index][name]))
  report(`conformance run of ${count}, processor of a bare replay's`, ratioOf('cpuMs'), {
    target: 2,
    atMost: true,
    note: `${of(runs, 'cpuMs').toFixed(0)} ms, replay ${of(replays, 'cpuMs').toFixed(0)} ms`,
  })
  report("conformance run, wall time of a bare replay's", ratioOf('wallMs'), {
    target: 2,
    atMost: true,
    note: `${of(runs, 'wallMs').toFixed(0)} ms, replay ${of(replays, 'wallMs').toFixed(0)} ms; ${silenceIn(recording).toFixed(0)} ms with nothing under way`,
  })
  report('conformance run, its own processor', of(runs, 'cpuMs') / 1000, {
    target: 2.5,
    atMost: true,
    unit: 's',
  })
  await measureSimulatorSide({ floorFile, planFile, folder, quick, replays, report })
}

/** The processor time that the simulator spends on the run's requests, of what the floor spends on as many bodies. */
async function measureSimulatorSide({ floorFile, planFile, folder, quick, replays, report }) {
  const served = median(replays.map((each) => each.serverCpuMs))
  const floor = await start([floorFile])
  const file = join(folder, 'bench-replay-floor.json')
  writeFileSync(file, JSON.stringify(floorPlan(JSON.parse(readFileSync(planFile, 'utf8')))))
  const bare = []
  for (let round = 0; round < (quick ? 1 : 5); round += 1) bare.push(await replayOnce(floor, file))
  await floor.stop()
  const bareMs = median(bare.map((each) => each.serverCpuMs))
  report("conformance requests, simulator's processor of the floor's", served / bareMs, {
    note: `${served.toFixed(0)} ms, floor ${bareMs.toFixed(0)} ms`,
  })
}

/** Runs the command with something loaded into it that writes a file, and gives what that file holds. */
async function watched(watcher, { command, url, folder, quick, variable }) {
  const file = join(folder, `${watcher}.json`)
  const rules = quick ? ['--only', 'RATE-00*'] : []
  const said = await output(
    ['--import', here(`${watcher}.mjs`), command, 'conformance', url, '--report', 'json', ...rules],
    { env: { [variable]: file } },
  )
  return { told: JSON.parse(readFileSync(file, 'utf8')), judged: JSON.parse(said) }
}

/**
 * The share of requests that may be answered otherwise than in the run: labels whose id only a webhook told, and keys that
 * have expired since. Were it more, it would be another run.
 */
const mostStrayed = 0.02

function toldOf({ strayed, sent }) {
  const lines = strayed
    .slice(0, 10)
    .map(
      ({ method, path, status, came, answer }) =>
        `  ${method} ${path}: ${came} instead of ${status}, ${answer}`,
    )
  return [`${strayed.length} of ${sent} requests were answered otherwise than in the run:`, ...lines].join(
    '\n',
  )
}

async function recordRun(options) {
  const { told } = await watched('recorder', { ...options, variable: 'DRYDOCK_RECORDING' })
  return told
}

async function judgeOnce(options) {
  const { told, judged } = await watched('cost', { ...options, variable: 'DRYDOCK_COST' })
  return { cpuMs: told, wallMs: judged.duration_ms }
}

async function replayOnce(server, planFile) {
  const before = cpuMs(server.pid)
  const done = await run([here('replay.mjs'), server.url, planFile])
  if (done.strayed.length > done.sent * mostStrayed) throw new Error(toldOf(done))
  return { ...done, serverCpuMs: before === null ? null : cpuMs(server.pid) - before }
}
