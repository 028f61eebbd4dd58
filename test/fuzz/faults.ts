import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import { everyTarget } from '../../src/simulator/faults/targets.ts'
import type { Seeded } from '../support/seeded.ts'
import { spans } from './spans.ts'

/** No fault on `api`: those make an answer that is none. */
const targets = everyTarget.filter(({ names }) => !names.includes('api'))

/** A fault of any target and mode, each of its fields as it should be or nearly so. */
export function drawFault(draw: Seeded): object {
  const target = draw.pick(targets)
  const mode = draw.pick([...Object.keys(target.modes), 'sulk'])
  const takes: readonly string[] = target.modes[mode]?.takes ?? []
  const fields = Object.entries<Field>({ ...modeFields, ...conditionFields }).filter(([name]) => {
    // Left to itself, it may take longer than a request of a lane should.
    if (name === 'latency_ms' && takes.includes(name)) return true
    return draw.chance(takes.includes(name) || Object.hasOwn(conditionFields, name) ? 0.3 : 0.03)
  })
  return {
    target: draw.chance(0.1) ? 'nobody' : draw.pick([...target.names]),
    mode,
    ...(draw.chance(0.3) && { operation: draw.pick([...target.operations, '*', 'none']) }),
    ...Object.fromEntries(fields.map(([name, field]) => [name, drawValue(field, draw)])),
  }
}

function drawValue(field: Field, draw: Seeded): unknown {
  switch (field.kind) {
    case 'text':
      return draw.pick(texts)
    case 'choice':
      return draw.pick([...field.choices, 'neither'])
    case 'whole':
      return draw.pick([field.min, field.min + 1, field.min + 2, field.min - 1, field.min + 0.5])
    case 'fraction':
      return draw.pick([0, 0.5, 1, 2])
    case 'duration':
      return draw.pick(spans)
  }
}

/** Codes, and what a terminal or a header would obey. */
const texts = [
  ...['LABEL.WEIGHT.EXCEEDED', 'CARRIER.ERROR.UNKNOWN', 'NO.SUCH.CODE'],
  ...['out of order', '\r\n', '\u001b[2J'],
]
