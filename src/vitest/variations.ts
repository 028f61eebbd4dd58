import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Connection } from '../client/http/connection.ts'
import type { Drydock } from '../index.ts'
import type { DrydockOptions } from '../options.ts'
import { OptionsError } from '../options-error.ts'
import { offeredVariations } from '../variations/offered.ts'
import type { VariationName } from '../variations/variation-names.ts'
import { findNamedVariations } from '../vary-setting.ts'

/**
 * Declares the same tests once for each variation, each time in a new `describe` with a new simulator. `each` means all
 * variations. A last test of each variation is skipped if the variation has changed nothing, because the tests then prove
 * nothing about it. Throws an OptionsError for an unknown name or no name.
 *
 * @example
 * describeUnderVariations(['uuids', 'all-200'], (dock) => {
 *   it('buys a label', () => buyLabel(dock.url, dock.keys.test))
 * })
 */
export function describeUnderVariations(
  names: readonly VariationName[] | 'each',
  declare: (dock: Connection) => void,
  options: Omit<DrydockOptions, 'vary'> = {},
): void {
  for (const { id, what } of readChosenVariations(names)) {
    // Keeps the tests in order, because the last test checks whether the variation changed a response to an earlier
    // test.
    describe(`under ${id}: ${what}`, { shuffle: false }, () => {
      let simulator: Drydock | undefined
      beforeAll(async () => {
        // Loaded only here, because a run that skips these tests does not need the server.
        const { startDrydock } = await import('../index.ts')
        simulator = await startDrydock({ ...options, vary: [id] })
      })
      afterAll(() => simulator?.close())
      declare(
        createDeferredDock(() => {
          if (simulator !== undefined) return simulator
          throw new OptionsError(
            'dock can only be used within tests and hooks: the simulator is not running.',
          )
        }),
      )
      it.sequential(`the variation ${id} has changed something in these tests`, ({ skip }) => {
        const hasChanged = simulator?.appliedVariations().some(({ times }) => times > 0) === true
        skip(!hasChanged, `not met: these tests received no response that ${id} changes`)
      })
    })
  }
}

function readChosenVariations(names: readonly VariationName[] | 'each') {
  if (names === 'each') return offeredVariations
  if (names.length === 0)
    throw new OptionsError("describeUnderVariations needs names of variations, or 'each'.")
  return [...new Set(names)].flatMap((name) => {
    const reading = findNamedVariations([name])
    if ('problem' in reading) throw new OptionsError(`describeUnderVariations ${reading.problem}.`)
    return reading.variations
  })
}

/** Returns an object that passes every use of a member on to a simulator that starts later. */
function createDeferredDock(getRunningDock: () => Connection): Connection {
  return new Proxy<Connection>(Object.create(null), {
    get: (_, name) => Reflect.get(getRunningDock(), name),
    has: (_, name) => Reflect.has(getRunningDock(), name),
  })
}
