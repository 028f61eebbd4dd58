import * as z from 'zod'
import { conditionFields, type Field, type Fields, modeFields, type ValueOf } from '../../faults/fields.ts'
import { faultModes, faultTargets } from '../../faults/targets.ts'
import {
  type BodyOf,
  body,
  count,
  describeSchema,
  id,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from '../body-schema.ts'

/**
 * Returns the schemas of the fields that a client can set when it adds a fault. A field that it did not set is null.
 */
function createFaultFieldSchemas<const Some extends Fields>(
  fields: Some,
): { readonly [Name in keyof Some]: z.ZodNullable<z.ZodType<ValueOf<Some[Name]>>> }
function createFaultFieldSchemas(fields: Fields): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      describeSchema(
        createFaultFieldSchema(field).nullable(),
        `${field.meaning} Null if the fault does not set it.`,
        {
          ...(field.kind === 'whole' && field.unit !== undefined && { unit: field.unit }),
        },
      ),
    ]),
  )
}

function createFaultFieldSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
    case 'duration':
      return z.string()
    case 'choice':
      return z.enum(field.choices)
    case 'whole':
      return z.int()
    case 'fraction':
      return z.number()
  }
}

/** A fault as the simulator shows it: every field, and how often it was triggered. */
export type FaultBody = BodyOf<typeof faultBody>
export const faultBody = body(
  {
    ...createFaultFieldSchemas(modeFields),
    ...createFaultFieldSchemas(conditionFields),
    id: id('flt', 'The id of the fault, to remove it.'),
    target: describeSchema(
      z.enum(faultTargets),
      'What fails: a carrier, the API, webhooks, address validation or label creation.',
    ),
    operation: text('The operation that fails; `*` for every operation of the target.'),
    mode: describeSchema(z.enum(faultModes), 'How the target fails.'),
    phase: describeSchema(z.enum(modeFields.phase.choices), modeFields.phase.meaning),
    probability: describeSchema(z.number(), conditionFields.probability.meaning),
    after: count(conditionFields.after.meaning),
    starts_in: text(conditionFields.starts_in.meaning),
    starts_at: timestamp('When the fault begins.'),
    ends_at: timestampOrNull('The time at which the fault ends; null if it has no end.'),
    hits: count('How often the fault has taken effect.'),
    remaining: describeSchema(
      z.int().nullable(),
      'How often the fault can still take effect; null if `times` is not set.',
    ),
    scenario: textOrNull('The name of the scenario that added the fault; null if no scenario did.'),
  },
  'A fault, and how often it has taken effect.',
  { id: 'Fault' },
)
