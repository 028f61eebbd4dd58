import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { type AlteredService, openAlteredService } from '../../src/conformance/proof/altered-service.ts'
import { mutants } from '../../src/conformance/rules/explore/mutants.ts'
import { runSuite } from '../../src/conformance/runner/run.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

const simulator = sharedSimulator()
let service: AlteredService | undefined
afterEach(() => service?.close())

/** Runs random walks against a simulator with a defect. Returns the result of the rule that finds the defect. */
async function findWalkFailure(mutantId: string) {
  const mutant = mutants.find(({ id }) => id === mutantId)
  if (mutant === undefined) throw new Error(`There is no ${mutantId}.`)
  const {
    walkSeed = 1,
    kills: [kills],
  } = mutant
  service = await openAlteredService(simulator.url, mutant.open())
  const { report } = await runSuite({
    baseUrl: service.baseUrl,
    only: [kills],
    explore: '8-walks',
    exploreSeed: walkSeed,
    deliveryPatienceMs: 1_000,
  })
  return report.rules.find(({ id }) => id === kills)
}

/** Runs a script that ends at the first unset variable. */
async function runInShell(script: string) {
  const shell = spawn('bash', ['-u', '-c', script])
  const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  return { out, err }
}

it.each([
  ['second-label-tells-of-the-first', /"tracking_number":/],
  ['label-reads-and-voids-counted-together', /x-ratelimit-remaining: 28/i],
  ['keys-race-on-charge', /"wallet_balance_after_cents":99129.*"wallet_balance_after_cents":99129/s],
  ['key-in-use-outlives-expiry', /"balance_cents":10000000/],
])(
  'the shell script for a failed random call sequence of the suite shows the failure again: %s',
  async (mutantId, shows) => {
    const failure = await findWalkFailure(mutantId)
    expect(failure).toMatchObject({ status: 'failed', walk: { again: '2 of 2' } })
    const script = failure?.walk?.shell ?? ''
    // The concurrent requests of a script overlap only by chance. Such a script says that it may have to run again.
    const tries = script.includes('run the script again') ? 5 : 1
    let shown = ''
    for (let count = 0; count < tries && !shows.test(shown); count += 1) {
      const { out, err } = await runInShell(script)
      expect(err).not.toMatch(/curl:|jq:|bash:/)
      shown = out + err
    }
    expect(shown).toMatch(shows)
  },
  60_000,
)
