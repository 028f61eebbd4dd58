import { parseArgs } from 'node:util'
import { serveDrydock } from '../support/built-command.ts'
import { TestClient } from '../support/test-client.ts'
import { runModel } from './run.ts'

/** npm run model -- [--runs N] [--seed S] [--path P] */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
  },
})
const server = await serveDrydock(['--quiet', '--rate-limits', 'off'])
const target = new TestClient(server.url)
const runs = Number(values.runs)
const failure = await runModel(target, {
  runs,
  seed: Number(values.seed),
  ...(values.path !== undefined && { path: values.path }),
})
await server.stop()
process.stdout.write(
  failure === undefined
    ? `model: ${runs} sequences, seed ${values.seed}, ${target.answered} requests: no difference\n`
    : `model: ${failure}\n`,
)
process.exitCode = failure === undefined ? 0 : 1
