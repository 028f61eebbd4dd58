import { expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { runDrydock, serveDrydock } from '../support/commands/built-command.ts'

// This test covers all behaviour that a conformance rule checks, so no other test of the simulator repeats such a
// check.
it('the built simulator passes every conformance rule', async () => {
  // This test sends thousands of requests, which would delay the other tests of the shared simulator.
  const simulator = await serveDrydock(['--quiet'])
  const { status, stdout } = await runDrydock(['conformance', simulator.url])
  await simulator.stop()
  const [found, ...others] = stdout.trim().split('\n').reverse()
  expect([status, found, others.reverse().join('\n')]).toEqual([
    0,
    `${rules.length} passed, 0 failed, 0 skipped, 0 errored`,
    expect.not.stringMatching(/FAILED|ERRORED/),
  ])
}, 120_000)
