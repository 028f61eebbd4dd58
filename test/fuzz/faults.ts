import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import { everyTarget } from '../../src/simulator/faults/targets.ts'
import type { Seeded } from '../support/seeded.ts'
import { durationTexts } from './duration-texts.ts'

/** Faults on `api` are left out, because they replace the response. */
const targets = everyTarget.filter(({ names }) => !names.includes('api'))

/** Draws a fault of any target and mode. Each field is valid or almost valid. */
export function drawFault(draw: Seeded): object {
  const target = draw.pick(targets)
  const mode = draw.pick([...Object.keys(target.modes), 'sulk'])
  const takes: readonly string[] = target.modes[mode]?.takes ?? []
  const fields = Object.entries<Field>({ ...modeFields, ...conditionFields }).filter(([name]) => {
    // A mode that takes a latency always gets one: its default may be longer than the time limit of the fuzz test.
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
      return draw.pick(durationTexts)
  }
}

/** Error codes, and texts with control characters for terminals and headers. */
const texts = [
  ...['LABEL.WEIGHT.EXCEEDED', 'CARRIER.ERROR.UNKNOWN', 'NO.SUCH.CODE'],
  ...['out of order', '\r\n', '\u001b[2J'],
]
