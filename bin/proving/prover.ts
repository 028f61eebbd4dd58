import { parentPort, workerData } from 'node:worker_threads'
import { defaultKeys } from '../../src/client/default-keys.ts'
import { rules } from '../../src/conformance/catalogue.ts'
import { proveCase } from '../../src/conformance/proof/prove-case.ts'
import { selectRules } from '../../src/conformance/runner/selection.ts'
import { startSimulator } from '../starting.ts'
import type { ProverData } from './prover-data.ts'

/** A thread of the self-test: it receives names of cases, proves each on its own simulator, and posts the results. */

const { selection, walks, seed }: ProverData = workerData
const sharedSimulator = await startSimulator({ port: 0, seed })
const world = {
  upstreamUrl: sharedSimulator.url,
  serve: async () => {
    const { url, close } = await startSimulator({ port: 0, seed, rateLimits: false })
    return { url, keys: defaultKeys, close }
  },
  rules: selectRules(rules, selection),
  allRules: rules,
  walks,
}

parentPort?.on('message', async (name: string) => {
  parentPort?.postMessage(await proveCase(name, world))
})
