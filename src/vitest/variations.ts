import { afterAll, beforeAll, describe, it } from 'vitest'
import type { Connection } from '../client/http/connection.ts'
import type { Drydock } from '../index.ts'
import type { DrydockOptions } from '../options.ts'
import { OptionsError } from '../options-error.ts'
import { offeredVariations } from '../variations/offered.ts'
import type { VariationName } from '../variations/variation-names.ts'
import { readVaryNames } from '../vary-setting.ts'

/**
 * Declares the same tests once under each variation, in a `describe` and with a simulator of its own. `each` takes all
 * variations. After the tests of a variation comes one that is skipped if the variation has changed nothing in them, because
 * they prove nothing about it. Throws an OptionsError for an unknown name or no name.
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
  for (const { id, what } of chosenBy(names)) {
    // In order, because the last test is about the others.
    describe(`under ${id}: ${what}`, { shuffle: false }, () => {
      let simulator: Drydock | undefined
      beforeAll(async () => {
        // Loaded on use, because a run that skips these tests does without the server.
        const { startDrydock } = await import('../index.ts')
        simulator = await startDrydock({ ...options, vary: [id] })
      })
      afterAll(() => simulator?.close())
      declare(
        dockOf(() => {
          if (simulator !== undefined) return simulator
          throw new OptionsError(
            'dock can only be used within tests and hooks: the simulator is not running.',
          )
        }),
      )
      it.sequential(`has met ${id}`, ({ skip }) => {
        const isMet = simulator?.appliedVariations().some(({ times }) => times > 0) === true
        skip(!isMet, `not met: these tests received nothing that ${id} changes`)
      })
    })
  }
}

function chosenBy(names: readonly VariationName[] | 'each') {
  if (names === 'each') return offeredVariations
  if (names.length === 0)
    throw new OptionsError("describeUnderVariations needs names of variations, or 'each'.")
  return [...new Set(names)].flatMap((name) => {
    const reading = readVaryNames([name])
    if ('problem' in reading) throw new OptionsError(`describeUnderVariations ${reading.problem}.`)
    return reading.variations
  })
}

/** Returns an object with the members of a simulator that is started later. */
function dockOf(running: () => Connection): Connection {
  return new Proxy<Connection>(Object.create(null), {
    get: (_, name) => Reflect.get(running(), name),
    has: (_, name) => Reflect.has(running(), name),
  })
}
