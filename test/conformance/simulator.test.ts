import { expect, it } from 'vitest'
import { rules } from '../../src/conformance/catalogue.ts'
import { runDrydock } from '../support/commands/built-command.ts'
import { sharedSimulator } from '../support/shared-simulator.ts'

// Mutants prove every rule, so no other test of the simulator repeats a fact that a rule judges.
it('the built simulator passes every rule', async () => {
  const { status, stdout } = await runDrydock(['conformance', sharedSimulator().url])
  const [found, ...others] = stdout.trim().split('\n').reverse()
  expect([status, found, others.reverse().join('\n')]).toEqual([
    0,
    `${rules.length} passed, 0 failed, 0 skipped, 0 errored`,
    expect.not.stringMatching(/FAILED|ERRORED/),
  ])
}, 120_000)
