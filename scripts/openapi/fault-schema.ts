import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import {
  allowedCodes,
  everyTarget,
  type FaultTarget,
  faultTargets,
} from '../../src/simulator/faults/targets.ts'
import { longestDuration } from '../../src/simulator/time/duration.ts'
import type { Json } from './json.ts'

/** The request for a fault: one schema for each target and mode, made from the tables that requests are read by. */
export function faultComponents(): Readonly<Record<string, Json>> {
  const members = everyTarget.flatMap(({ names, operations, modes }) =>
    Object.entries(modes).map(([mode, { does, takes }]): [string, Json] => {
      const [kind = ''] = names
      const target = faultTargets.find((each) => each === kind)
      if (target === undefined) throw new Error(`${kind} is no target.`)
      return [
        `${pascal(kind.split(':')[0] ?? '')}${pascal(mode)}Fault`,
        {
          type: 'object',
          description: `${does.charAt(0).toUpperCase()}${does.slice(1)}.`,
          additionalProperties: false,
          required: ['target', 'mode'],
          properties: {
            target: {
              type: 'string',
              enum: names,
              description: 'What fails.',
              examples: [names.at(-1)],
            },
            mode: { type: 'string', const: mode, description: 'How it fails.', examples: [mode] },
            operation: {
              type: 'string',
              enum: [...operations, '*'],
              default: '*',
              description: 'The operation that fails; `*` for every operation of the target.',
              examples: ['*'],
            },
            ...fieldsOf(target, mode, takes),
            ...Object.fromEntries(
              Object.entries(conditionFields).map(([name, field]) => [name, schemaOf(field, name)]),
            ),
          },
        },
      ]
    }),
  )
  return {
    ...Object.fromEntries(members),
    FaultRequest: {
      description: 'A fault to add. Which other fields it has depends on its target and mode.',
      oneOf: members.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
    },
  }
}

function fieldsOf(target: FaultTarget, mode: string, takes: readonly (keyof typeof modeFields)[]): Json {
  return Object.fromEntries(
    takes.map((name) => {
      const schema = schemaOf(modeFields[name], name)
      if (name !== 'code') return [name, schema]
      const codes = allowedCodes({ target, operation: '*', mode })
      return [name, { ...schema, enum: codes, examples: [codes[0]] }]
    }),
  )
}

const examples: Readonly<Record<string, unknown>> = {
  phase: 'before',
  status: 503,
  latency_ms: 250,
  message: 'connection refused',
  probability: 0.5,
  times: 3,
  after: 1,
  starts_in: '10m',
  lasts: '1h',
}

function schemaOf(field: Field, name: string): Json {
  const words = { description: field.meaning, examples: [examples[name]] }
  switch (field.kind) {
    case 'text':
      return { type: 'string', minLength: 1, maxLength: 500, ...words }
    case 'choice':
      return { type: 'string', enum: field.choices, ...words }
    case 'whole':
      return {
        type: 'integer',
        minimum: field.min,
        ...(field.max < Number.MAX_SAFE_INTEGER && { maximum: field.max }),
        ...words,
        ...(name === 'latency_ms' && { 'x-unit': 'milliseconds' }),
      }
    case 'fraction':
      return { type: 'number', minimum: 0, maximum: 1, ...words }
    case 'duration':
      return { type: 'string', ...words, 'x-longest': longestDuration }
  }
}

function pascal(text: string): string {
  return text
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
