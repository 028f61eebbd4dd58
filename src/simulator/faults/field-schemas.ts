import type * as z from 'zod'
import {
  createChoiceSchema,
  createDurationSchema,
  createFractionSchema,
  createTextFieldSchema,
  createWholeNumberSchema,
} from '../requests/read-fields.ts'
import type { Field, Fields, ValueOf } from './fields.ts'

/** Returns a schema for each of these fields of a fault. */
export function createFieldSchemas<Some extends Fields>(
  fields: Some,
): { readonly [Name in keyof Some]: z.ZodType<ValueOf<Some[Name]>> }
export function createFieldSchemas(fields: Fields): Readonly<Record<string, z.ZodType>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, createFieldSchema(field)]))
}

function createFieldSchema(field: Field): z.ZodType {
  switch (field.kind) {
    case 'text':
      return createTextFieldSchema()
    case 'choice':
      return createChoiceSchema(field.choices)
    case 'whole':
      return createWholeNumberSchema(field)
    case 'fraction':
      return createFractionSchema()
    case 'duration':
      return createDurationSchema(field)
  }
}
