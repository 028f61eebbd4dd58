import { conditionFields, type Field, modeFields } from '../../src/simulator/faults/fields.ts'
import type { Target } from '../../src/simulator/faults/target.ts'
import {
  everyTarget,
  type FaultTarget,
  faultTargets,
  listAllowedCodes,
} from '../../src/simulator/faults/targets.ts'
import { durationPattern, longestDuration } from '../../src/simulator/time/duration.ts'
import type { Json } from './json.ts'

/**
 * Returns the schemas of a fault in a request, one for each target and mode. The schemas come from the tables with
 * which the simulator checks faults in requests.
 */
export function createFaultComponents(): Readonly<Record<string, Json>> {
  const members = everyTarget.flatMap((target) =>
    Object.keys(target.modes).map((mode): [string, Json] => {
      const [kind = ''] = target.names
      return [
        `${toPascalCase(kind.split(':')[0] ?? '')}${toPascalCase(mode)}Fault`,
        createModeSchema(target, mode),
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

/** Returns the schema of a fault with one mode, for one kind of target. */
function createModeSchema({ names, operations, modes }: Target, mode: string): Json {
  const target = faultTargets.find((each) => each === names[0])
  const facts = modes[mode]
  if (target === undefined || facts === undefined)
    throw new Error(`No fault has the target ${names[0]} and the mode ${mode}.`)
  const { does, takes, needsCodeOn } = facts
  const sentence = does.replace('; see below', '')
  const codeRule = takes.includes('code')
    ? createCodeConditions(operations, { target, mode, needsCodeOn })
    : {}
  return {
    type: 'object',
    description: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    additionalProperties: false,
    required: ['target', 'mode'],
    properties: {
      target: {
        type: 'string',
        enum: names,
        description: describeTarget(names),
        examples: [names.at(-1)],
      },
      mode: { type: 'string', const: mode, description: 'How it fails.', examples: [mode] },
      operation: {
        type: 'string',
        enum: [...operations, '*'],
        description: 'The operation that fails. `*`, or no operation, means every operation of the target.',
        examples: ['*'],
      },
      ...createFieldSchemas(target, mode, takes),
      ...Object.fromEntries(
        Object.entries(conditionFields).map(([name, field]) => [name, createFieldSchema(field, name)]),
      ),
    },
    ...codeRule,
  }
}

/**
 * Returns the description of the field `target`. It mentions letter case only for carriers, because all other names have
 * one spelling.
 */
function describeTarget(names: readonly string[]): string {
  return names.some((name) => name.startsWith('carrier:'))
    ? 'What fails. The simulator takes the name of the carrier in any letter case.'
    : 'What fails.'
}

/** A fault mode that takes an error code, with its operations. */
interface CodeTaker {
  readonly target: FaultTarget
  readonly mode: string
  /**
   * The operations for which the fault must name a code. If there is such an operation, a fault without an operation
   * must name a code, too.
   */
  readonly needsCodeOn: readonly string[] | undefined
}

/**
 * Returns the codes that each operation allows, as nested `if` conditions. Client generators ignore `if`. From a list of
 * conditions beside the fields they would make a type without known fields.
 */
function createCodeConditions(
  [operation, ...others]: readonly string[],
  { target, mode, needsCodeOn }: CodeTaker,
): Json {
  if (operation === undefined)
    return needsCodeOn === undefined ? {} : { properties: { code: text }, required: ['code'] }
  const otherwise = createCodeConditions(others, { target, mode, needsCodeOn })
  return {
    if: { ...open, properties: { operation: { type: 'string', const: operation } }, required: ['operation'] },
    // biome-ignore lint/suspicious/noThenProperty: the keyword is JSON Schema's.
    then: {
      ...open,
      properties: { code: { ...text, enum: listAllowedCodes({ target, operation, mode }) } },
      ...(needsCodeOn?.includes(operation) && { required: ['code'] }),
    },
    ...(Object.keys(otherwise).length > 0 && { else: { ...open, ...otherwise } }),
  }
}

const text: Json = { type: 'string' }

/** A keyword that tells Redocly that a schema allows further fields. */
const open: Json = { unevaluatedProperties: {} }

function createFieldSchemas(
  target: FaultTarget,
  mode: string,
  takes: readonly (keyof typeof modeFields)[],
): Json {
  return Object.fromEntries(
    takes.map((name) => {
      const schema = createFieldSchema(modeFields[name], name)
      if (name !== 'code') return [name, schema]
      const codes = listAllowedCodes({ target, operation: '*', mode })
      // Removes the limits of the text's length, because a client generator makes code from them that does not compile.
      const { minLength, maxLength, ...unlimited } = schema
      return [name, { ...unlimited, enum: codes, examples: [codes[0]] }]
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

function createFieldSchema(field: Field, name: string): Json {
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
        ...(field.unit !== undefined && { 'x-unit': field.unit }),
      }
    case 'fraction':
      return { type: 'number', minimum: 0, maximum: 1, ...words }
    case 'duration':
      return {
        type: 'string',
        pattern: field.isSome === true ? durationPattern.replace('(?=.)', '(?=.*[1-9])') : durationPattern,
        ...words,
        'x-longest': longestDuration,
      }
  }
}

function toPascalCase(text: string): string {
  return text
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
