import * as z from 'zod'
import { conditionFields, type Field, type Fields, modeFields, type ValueOf } from '../faults/fields.ts'
import { faultModes, faultTargets } from '../faults/targets.ts'
import {
  type BodyOf,
  body,
  count,
  described,
  id,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
} from './body-schema.ts'

/** The fields that a request for a fault may have, each null if the fault does not set it. */
function shownFields<const Some extends Fields>(
  fields: Some,
): { readonly [Name in keyof Some]: z.ZodNullable<z.ZodType<ValueOf<Some[Name]>>> }
function shownFields(fields: Fields): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      described(shownValue(field).nullable(), `${field.meaning}; null where the fault does not say.`),
    ]),
  )
}

function shownValue(field: Field): z.ZodType {
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

/** A fault as the simulator shows it: every field, and how often it has bitten. */
export type FaultBody = BodyOf<typeof faultBody>
export const faultBody = body(
  {
    ...shownFields(modeFields),
    ...shownFields(conditionFields),
    id: id('flt', 'What to take it away by.'),
    target: described(z.enum(faultTargets), 'What it is about.'),
    operation: text('The operation that it is about; `*` for all.'),
    mode: described(z.enum(faultModes), 'What goes wrong.'),
    phase: described(z.enum(modeFields.phase.choices), modeFields.phase.meaning),
    probability: described(z.number(), conditionFields.probability.meaning),
    after: count(conditionFields.after.meaning),
    starts_in: text(conditionFields.starts_in.meaning),
    starts_at: timestamp('When it begins.'),
    ends_at: timestampOrNull('When it ends; null where it never does.'),
    hits: count('How often it has bitten.'),
    remaining: described(z.int().nullable(), 'How often it still may bite; null without `times`.'),
    scenario: textOrNull('The scenario that brought it; null where somebody asked for it.'),
  },
  'A fault, and how often it has bitten.',
)
